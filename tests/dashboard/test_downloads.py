"""A file made on a click outlives the runs of other sessions, and goes in the end."""

from __future__ import annotations

import pytest
from streamlit.runtime import media_file_manager
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileStorageError
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from ircompare.dashboard import downloads


@pytest.mark.parametrize(("held", "stays"), [(600.0, True), (0.0, False)])
def test_a_file_made_on_a_click_is_held_for_a_while(monkeypatch, held, stays):
    monkeypatch.setattr(media_file_manager, "MediaFileMetadata", downloads.HeldFile)
    monkeypatch.setattr(downloads, "HELD", held)
    storage = MemoryMediaFileStorage("/media")
    manager = MediaFileManager(storage)
    placeholder = manager.add_deferred(lambda: b"made", "text/csv", "0.0", file_name="x.csv")
    name = manager.execute_deferred(placeholder).rsplit("/", 1)[-1]
    for _ in range(2):
        manager.remove_orphaned_files()
    if stays:
        assert storage.get_file(name).content == b"made"
    else:
        with pytest.raises(MediaFileStorageError):
            storage.get_file(name)


def test_the_server_holds_its_files(monkeypatch):
    monkeypatch.setattr(
        media_file_manager, "MediaFileMetadata", media_file_manager.MediaFileMetadata
    )
    downloads.hold()
    assert media_file_manager.MediaFileMetadata is downloads.HeldFile
