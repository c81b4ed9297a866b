"""All that the page gets: templates, style sheets and scripts; the only room that knows HTML."""
