"""Reviews of finished games: points lost by each move, and the best score possible in hindsight.

review            every decision compared with the best move
hindsight         the best score with the dominoes that a seat took
hindsight_tribe   where each caveman would have stood best
"""
