"""Commands and checks for operators.

commands             the commands of operators: what they print, and their arguments
backup               a copy of everything, which is read back
archive_file         the file format of `export` and `import`
export_import        writes all event logs to a file, and reads them back
fingerprints         hashes that detect changed events
log_kinds            the list of all kinds of logs
moderation_commands  appoints moderators, and does what they do
open_store           opens the event store for a command
puzzle_commands      writes, makes and recounts puzzles
readiness            whether this process can serve requests
verify               folds every event log and compares fingerprints
"""
