"""Mobile-Bench's level MAMT."""
