"""Care of a library: backups, a mirror, and the repair of a damaged one."""
