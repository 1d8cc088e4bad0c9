"""Mobile-Bench's level SAST."""
