"""The compiled twin of the engine, for hands by the million. It is there only where a C compiler was."""


def is_built() -> bool:
    """Whether the compiled modules can be imported."""
    try:
        import tt_solver.engine.native.search  # noqa: F401
    except ImportError:
        return False
    return True
