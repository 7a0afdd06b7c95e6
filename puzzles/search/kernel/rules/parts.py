"""How compiled functions call each other: each is a part of those that call it.

Numba optimises a function together with all that it calls, and writes machine code for it. It does so again for each of
the callers, although only a few functions are ever called from Python. Here a function that compiled code calls is only
translated; the few that Python calls are optimised and written, each with all its parts. That halves the time.
"""

from functools import partial
from typing import Any, Final, cast

from numba import core

_CORE: Final = cast(Any, core)  # which has no types


def call_as_part(made: Any) -> None:
    """Makes compiled code call this function, which numba has decorated, as a part."""
    part = _Part(made)
    made.get_call_template, made.get_overload = part.call_template, part.overload


class _Part:
    """A function as compiled code calls it.

    It is translated once for each combination of types. Numba would also do so for every constant argument.
    """

    def __init__(self, made: Any) -> None:
        self._made = made
        self._translated: dict[tuple[Any, ...], Any] = {}

    def call_template(self, arguments: Any, keywords: Any) -> Any:
        signature, folded = self._made.fold_argument_types(arguments, keywords)
        plain = tuple(_CORE.types.unliteral(argument) for argument in folded)
        if plain not in self._translated:
            with self._made._compiling_counter:  # by which numba recognises a function that calls itself
                self._translated[plain] = self._translate(plain)
        name = self._made.__name__
        signatures = [translated.signature for translated in self._translated.values()]
        template = _CORE.typing.make_concrete_template(f"CallTemplate({name})", key=name, signatures=signatures)
        return template, signature, plain, {}

    def overload(self, arguments: Any) -> Any:
        """The key under which `_translate` has registered the function."""
        return self._translated[tuple(arguments)].library

    def _translate(self, arguments: tuple[Any, ...]) -> Any:
        target, function, flags = self._made.targetdescr, self._made.py_func, _CORE.compiler.Flags()
        target.options.parse_as_flags(flags, self._made.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        types, context = target.typing_context, target.target_context
        library = context.codegen().create_library(function.__qualname__)
        library.finalize = partial(setattr, library, "_finalized", True)  # it is only linked, never run by itself
        translated = _CORE.compiler.compile_extra(types, context, function, arguments, None, flags, {}, library)
        with_its_parts = list(dict.fromkeys([library, *library._linking_libraries]))
        context.insert_user_function(library, translated.fndesc, with_its_parts)
        return translated
