"""What people see of it all: the dashboard, and whether everything that is kept is right."""
