"""Searching: the search processes, the queues of jobs, hints and reviews.

questions        the protocol between a worker and its search processes
question_server  the loop of a search process
search_process   the search process: answers questions with the compiled engine
search_pool      the search processes of a worker: priorities, deadlines, restarts
pooled_process   one of them, as the pool sees it
urgency          what goes before what
queues           the queues of jobs, which all workers share: fair to persons, with leases
tickets          tell workers that there is work; the only module that knows arq
consumers        performing the jobs of the queues in a worker
job_requests     which jobs there are
fair_queue       a queue in memory that is fair to persons, for work that needs no search
thinking_time    how much searching a person and a network may ask for
hints            the best moves of a position, while a player waits
reviews          what each decision of a finished game cost
game_of_day      of the games of a day, the closest and best played one
"""
