"""Searching: the search processes, the queues of jobs, hints and reviews.

questions        the protocol between a worker and its search processes
question_server  the loop of a search process
search_process   the search process: answers questions with the compiled engine
search_pool      the search processes of a worker: priorities, deadlines, restarts
queues           the queues of jobs, and everything that is known about arq
job_requests     which jobs there are
hints            the best moves of a position, while a player waits
reviews          what each decision of a finished game cost
"""
