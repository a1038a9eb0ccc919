"""Labels of one library copied to another, as stored, without reading their files again."""

from contextlib import closing

from monograph_qa.domain.label import Label, Monograph
from monograph_qa.pipeline.loading.meanings import Counted, not_counted, store_meanings
from monograph_qa.store.place import Place, open_load, open_reader
from monograph_qa.store.reading import LibraryReader

_AT_ONCE = 50  # labels in one transaction of a server, at whose end it reads the ids of all it has


def copy_labels(source: Place, target: Place, counted: Counted = not_counted) -> tuple[int, int]:
    """How many labels were copied, and how many `target` held already, by content and document.

    All versions come along, each with its place among the versions. Raises LibraryError when either
    library cannot be opened or a label cannot be stored; what was copied before stays.
    """
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
                    else:
                        load.add(_whole(reader, label))
                        copied += 1
            counted("copying labels", copied + held, len(labels))
        load.publish()
    store_meanings(target, counted)
    return copied, held


def _whole(reader: LibraryReader, label: Label) -> Monograph:
    label_id = label.label_id
    return Monograph(
        label=label,
        names=tuple(reader.names(label_id)),
        sections=tuple(reader.sections(label_id)),
        facts=tuple(reader.facts(label_id)),
        images=tuple(reader.images(label_id)),
    )
