"""The HTML pages of the site.

ahead          what a page asks first, answered in its shell
assets         the files that pages load, as they are served
embeds         pages that other sites put into a frame
enclosing      what a page is drawn with, within its shell or named by it
feed_links     links to the Atom feeds of a page
file_routes    the routes of these files
installing     manifest, service worker and shell of the installed app
joining        modules of the browser, joined into few files
own_sentences  the sentences that a page says at first
plain/         pages without JavaScript
previews       title, text and picture that a shared link shows
sheets         the style sheets of a page
shell          one HTML shell for every page
"""
