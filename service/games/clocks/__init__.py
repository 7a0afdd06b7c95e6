"""When the clocks of a table rest, as its log has it. Pure.

rests           days off, quiet hours, holidays and pauses: when they are
time_events     what changes that: events of the table's log
shown_time      what makes clocks rest, as the table shows it
"""
