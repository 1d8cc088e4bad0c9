"""Mobile-Bench's level SAMT."""
