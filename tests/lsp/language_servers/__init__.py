"""Language servers, each asked by one client: a marked file in, the answers to an editor's requests out."""

from __future__ import annotations

from .client import LanguageServer
from .document import CURSOR, Document, Place, Signature
from .installed import environment
from .servers import SERVERS, Server

__all__ = ["CURSOR", "SERVERS", "Document", "LanguageServer", "Place", "Server", "Signature", "environment"]
