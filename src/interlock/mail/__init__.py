"""Posts notices to webhooks."""
