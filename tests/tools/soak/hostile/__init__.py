"""Attacks on a running service, each beside a calm reference: `make soak PARTS=hostile`.

attack           what an attack is: its number, its target, and a function that measures
attacks          the list of all attacks, and the run that prints their figures
bystander        somebody else who uses the service meanwhile, as a process of its own
a module each    the attacks themselves, by the number of the finding in docs/security.md
"""
