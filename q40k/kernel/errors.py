"""What is refused is named by a code with facts; the sentence is made elsewhere, in the reader's language."""

from typing import Any


class CodedError(Exception):
    """Something that is refused; `code` and `facts` are worded elsewhere."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts
