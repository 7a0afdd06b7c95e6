"""Pictures of tables and puzzles.

cache     paints pictures in a thread and keeps recent ones
qr_codes  draws QR codes as paths
painter   draws pictures as PNG, and games as animated WebP
"""
