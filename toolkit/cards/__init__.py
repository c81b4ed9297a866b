"""Question cards: questions of many families, how an answer is read and checked, and what a wrong one suggests.

`card` is the value, `generate` makes questions, `deck` and `packs` hold numbered cards, `box` finds either by its name.
"""
