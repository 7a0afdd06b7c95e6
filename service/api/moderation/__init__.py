"""Routes for moderators.

people   finding a person, seeing how they stand, acting about them
acts     the log of all acts, and taking one back
reports  what people have reported, and closing it
"""
