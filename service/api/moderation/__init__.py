"""Routes for moderators.

people      finding a person, seeing how they stand, acting about them
acts        the log of all acts, and taking one back
suspicions  pairs that a nightly job has marked
reports     what people have reported, and closing it
"""
