"""HTML: the shell of the site, link previews, embeds."""
