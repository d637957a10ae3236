"""Files made for a download stay until a slow browser has fetched them."""

from __future__ import annotations

from time import monotonic

from streamlit.runtime import media_file_manager
from streamlit.runtime.media_file_storage import MediaFileKind

# Seconds for which a file that was made for a download is held at least.
HELD = 600.0


class HeldFile(media_file_manager.MediaFileMetadata):
    """What Streamlit knows of a file it serves, and when it was made.

    Streamlit itself drops a file made on a click after two runs of any session, as the watch on
    changed files makes them every few seconds: the browser then finds nothing.
    """

    def __init__(self, kind: MediaFileKind = MediaFileKind.MEDIA) -> None:
        super().__init__(kind)
        self._made = monotonic()

    @property
    def is_marked_for_delete(self) -> bool:
        """Whether it may go at the next look."""
        return super().is_marked_for_delete and monotonic() - self._made >= HELD


def hold() -> None:
    """Have this server hold its files from now on."""
    media_file_manager.MediaFileMetadata = HeldFile  # type: ignore[misc]
