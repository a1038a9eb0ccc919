"""Copies labels to another library; stores the vectors of sentences that a server compares."""

from collections.abc import Callable
from contextlib import closing

from monograph_qa.domain.label import Monograph
from monograph_qa.evidence.embedding.embedders import default_embedder
from monograph_qa.evidence.label import compared_text
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.place import Place, open_load, open_reader

Counted = Callable[[str, int, int], None]
"""Called for each label that is done: what was done, how many are, of how many."""


def store_meanings(
    place: Place, counted: Counted = lambda *_: None, stopping: Callable[[], bool] = lambda: False
) -> int:
    """Stores the vectors of all labels that have none, until `stopping`; returns how many labels
    had none. Does nothing in a folder, or on a server without pgvector: there, meanings are
    compared in memory. Raises LibraryError."""
    if not isinstance(place, LibraryServer):
        return 0
    from monograph_qa.store.server.loading import ServerLoad

    embedder = default_embedder()
    named = {"embedder": embedder.name}
    with closing(open_reader(place)) as reader, ServerLoad(place) as load:
        missing = reader.rows("store/labels_without_meanings", named) if reader.searches else []
        for done, (label_id,) in enumerate(missing, 1):
            if stopping():
                break
            sentences = reader.rows("store/sentence_texts", {"label_id": label_id})
            texts = [compared_text(*each) for _, *each in sentences]
            vectors = embedder.embed_documents(texts).tolist()
            places = (at for at, *_ in sentences)
            load.put_meanings(label_id, embedder.name, zip(places, vectors, strict=True))
            counted("storing vectors", done, len(missing))
    return len(missing)


_AT_ONCE = 50  # labels in one transaction of a server, at whose end it reads the ids of all it has


def copy_labels(
    source: Place, target: Place, counted: Counted = lambda *_: None
) -> tuple[int, int]:
    """Copies all labels, all versions of them; returns how many were copied, and how many `target`
    had already (same content and document). Raises LibraryError when a library cannot be opened or
    a label not stored; what was copied before stays."""
    copied = held = 0
    with closing(open_reader(source)) as reader, open_load(target) as load:
        # A version that was replaced is stored before the one that replaced it.
        labels = sorted(reader.labels(), key=lambda each: (each.doc_key, each.version))
        for at in range(0, len(labels), _AT_ONCE):
            some = labels[at : at + _AT_ONCE]
            with load.deciding(*(name for each in some for name in (each.sha256, each.doc_key))):
                for label in some:
                    if load.find_label(sha256=label.sha256, doc_key=label.doc_key) is not None:
                        held += 1
                        continue
                    label_id = label.label_id
                    load.add(
                        Monograph(
                            label=label,
                            names=tuple(reader.names(label_id)),
                            sections=tuple(reader.sections(label_id)),
                            facts=tuple(reader.facts(label_id)),
                            images=tuple(reader.images(label_id)),
                            doubts=tuple(reader.doubts(label_id)),
                        )
                    )
                    copied += 1
            counted("copying labels", copied + held, len(labels))
        load.publish()
    store_meanings(target, counted)
    return copied, held
