"""Lessons, quizzes, printed sheets and the answers of notebooks."""
