"""What is heard at the screens, and which of it the table has chosen."""
