"""What people see of a result or an error."""
