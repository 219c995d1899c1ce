"""The rules of Quake 40K, one module for each chapter of the digest. They ask, tell and refuse."""
