"""The certificate of a server: what encrypts it, and what it calls this machine."""

import ssl
from pathlib import Path

from msgspec import Struct


class BadCertificate(Exception):
    """A certificate or its key cannot be used; the reason is its text."""


class Certificate(Struct, frozen=True):
    """PEM files of a certificate and of its key, None if both are in one; `name` is what it calls this machine."""

    file: Path
    key: Path | None = None
    name: str = ""

    def check(self) -> None:
        """Refuse a certificate that does not fit its key, or a key with a password. Raises BadCertificate."""
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.file, self.key, lambda: "")
        except (OSError, ValueError) as error:  # SSLError is an OSError
            raise BadCertificate(getattr(error, "reason", None) or getattr(error, "strerror", None) or error) from error


def scheme_of(certificate: Certificate | None) -> str:
    """Return the scheme of a server’s address."""
    return "http" if certificate is None else "https"
