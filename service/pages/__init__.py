"""The HTML pages of the site.

embeds     pages that other sites put into a frame
previews   title, text and picture that a shared link shows
shell      one HTML shell for every page, and the files it loads
"""
