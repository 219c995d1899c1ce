"""Looking after a library: backups, and a new library out of a damaged one."""
