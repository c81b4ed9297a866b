"""Question cards: what is asked, what is right, and what a wrong answer tells."""
