"""The rules of Quake 40K, one module a chapter of the digest. They ask, tell and refuse."""
