"""The ground floor: games, matches, exact chances, and texts in two languages. It knows no game and no front end."""
