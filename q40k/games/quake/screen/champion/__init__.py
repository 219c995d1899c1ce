"""The screens of champions: finding one, its gear, making one, a fair field."""
