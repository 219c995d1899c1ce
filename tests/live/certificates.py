"""Certificates for tests, made by openssl."""

from __future__ import annotations

import subprocess
from pathlib import Path


def make_certificate(folder: Path, *more: str) -> tuple[Path, Path]:
    """A certificate for this machine and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    call = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-keyout", str(key), "-out", str(cert), "-days", "2"]
    names = ["-subj", "/CN=board.example", "-addext", "subjectAltName=DNS:board.example,IP:127.0.0.1"]
    subprocess.run([*call, *names, *(more or ("-nodes",))], check=True, capture_output=True)
    return cert, key
