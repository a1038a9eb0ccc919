"""What the extra `llm` installs, and the error when it is not there."""

from monograph_qa.errors import SettingsError


def need_extra() -> None:
    """Raises SettingsError, naming the extra, when what a model needs is not installed."""
    try:
        import jinja2
        import jsonschema
        import openai
    except ImportError as error:
        raise SettingsError(
            f"asking a model needs {error.name}: pip install 'monograph-qa[llm]'"
        ) from error
    del jinja2, jsonschema, openai
