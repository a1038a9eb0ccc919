"""Frozen, slotted dataclasses whose methods are compiled when one is first made.
`dataclasses.dataclass` compiles six methods for each class as it is imported: a millisecond a
class, and whoever asks one question waits for more than a hundred classes. Here all classes share
their methods but `__init__`. `fields`, `replace` and `asdict` of `dataclasses` take them as
theirs."""

import dataclasses
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
_MADE = object()  # stands for what a default_factory makes


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[T]) -> type[T]:
    """The class with its annotated names as slots, which are set once."""
    members = dict(vars(cls))
    names = tuple(members.get("__annotations__", ()))
    defaults = {name: members.pop(name) for name in names if name in members}
    for name in ("__dict__", "__weakref__"):
        members.pop(name, None)
    values: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def same(self: Any, other: object) -> Any:
        return (
            values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented
        )

    def init(self: Any, *given: Any, **named: Any) -> None:
        made.__init__ = _init(names, defaults)
        made.__init__(self, *given, **named)

    shared: dict[str, Any] = {
        "__init__": init,
        "__repr__": _repr,
        "__eq__": same,
        "__hash__": lambda self: hash(values(self)),
    }
    kind: Any = type(cls)
    made: Any = kind(
        cls.__name__,
        cls.__bases__,
        {
            **shared,
            **members,
            "__slots__": names,
            "__match_args__": names,
            "__setattr__": _refuse,
            "__delattr__": _refuse,
            "__getstate__": lambda self: [getattr(self, name) for name in names],
            "__setstate__": _restore,
            "__dataclass_fields__": _Fields(members.get("__annotations__", {}), defaults),
        },
    )
    made.__qualname__ = cls.__qualname__
    return made  # type: ignore[no-any-return]


class _Fields:
    """The fields as `dataclasses` knows them, made when it asks for them."""

    def __init__(self, annotations: dict[str, Any], defaults: dict[str, Any]) -> None:
        # Without a docstring `dataclass` would write one, which takes long.
        self._of = {"__doc__": " ", "__annotations__": annotations, **defaults}

    def __get__(self, instance: object, owner: type) -> Any:
        shadow: Any = dataclasses.dataclass(init=False, repr=False, eq=False)(
            type("", (), self._of)
        )
        owner.__dataclass_fields__ = shadow.__dataclass_fields__  # type: ignore[attr-defined]
        return shadow.__dataclass_fields__


def _init(names: tuple[str, ...], defaults: dict[str, Any]) -> Callable[..., None]:
    known: dict[str, Any] = {"_put": object.__setattr__, "_MADE": _MADE}
    given, making = [], []
    for at, name in enumerate(names):
        known[f"_name{at}"] = name
        default = defaults.get(name, dataclasses.MISSING)
        if isinstance(default, dataclasses.Field):
            if default.default_factory is not dataclasses.MISSING:
                known[f"_make{at}"], default = default.default_factory, _MADE
                making.append(at)
            else:
                default = default.default
        if default is not dataclasses.MISSING:
            given.append(default)
    code = _code(len(names), *making).replace(co_varnames=("self", *names))
    return FunctionType(code, known, "__init__", tuple(given))


@cache
def _code(count: int, *making: int) -> CodeType:
    """What takes so many values and puts them under `_name0`, `_name1`, ...; those at `making` are
    made where they are left out. Compiled once for all classes with as many."""
    takes = "".join(f", _{at}" for at in range(count))
    values = [f"_make{at}() if _{at} is _MADE else _{at}" if at in making else f"_{at}"
              for at in range(count)]  # fmt: skip
    puts = "".join(f" _put(self, _name{at}, {value})\n" for at, value in enumerate(values))
    module = compile(f"def __init__(self{takes}):\n{puts or ' pass'}", __file__, "exec")
    return next(each for each in module.co_consts if isinstance(each, CodeType))


def _repr(self: Any) -> str:
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: Any, name: str, value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change {name!r} of {type(self).__qualname__}")


def _restore(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__slots__, state, strict=True):
        object.__setattr__(self, name, value)
