"""A match at a table: messages in, a scene out; the only room that knows widgets."""
