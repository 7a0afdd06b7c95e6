"""What every process needs: settings, clock, logging, counters, shutdown. Imports nothing of ours."""
