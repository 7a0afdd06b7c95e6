"""Time off: days off and holidays of a person, pauses and given days at a table.

records         the stored log of one person's time off, and what it folds to
allowance       how many days of holiday are left in a year
own_time        plans and ends holidays, sets days off
agreements      pauses and given time, which players agree on at a table
at_tables       writes holidays into the logs of the tables at which the person sits
"""
