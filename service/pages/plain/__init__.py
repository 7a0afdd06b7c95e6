"""Pages without JavaScript: a table on which one can move, and where the links in mails lead.

words         what they say, in four languages (words.json)
frame         what is around every one of them (plain.css)
drawing       territories and dominoes as HTML tables, which text browsers show too
options       the moves that can be made, as the fields of a form, and back
questions     what players ask each other for, and answer
table_page    a table, and its forms
game_links    a link from a mail into one game
unsubscribe   a link from a mail that ends mails like it
"""
