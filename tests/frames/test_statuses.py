"""What a test found is a state of the patient, for any marker that is named."""

import pytest

from monograph_qa.frames.contrasts import contrasts_asked, contrasts_in


@pytest.mark.parametrize(
    ("text", "marker", "found"),
    [
        ("mom HBsAg NEG, give it now?", "hbsag", {"negative"}),
        ("Infants born to HBsAg-positive mothers", "hbsag", {"positive"}),
        ("mothers of unknown HBsAg status", "hbsag", {"unknown"}),
        ("if the HBsAg status cannot be determined", "hbsag", {"unknown"}),
        ("tested positive for JCV antibody", "jcv", {"positive"}),
        ("anti-JCV antibody positive", "jcv", {"positive"}),
        ("surface antigen [HBsAg]-negative or HBsAg-positive", "hbsag", {"negative", "positive"}),
        ("positive results for surface antigen [HBsAg] and others", "hbsag", {"positive"}),
        ("negative results for HBsAg", "hbsag", {"negative"}),
        ("her2 neg", "her2", {"negative"}),
    ],
)
def test_each_marker_has_its_status(text: str, marker: str, found: set[str]) -> None:
    assert contrasts_in(text)[f"{marker} status"] == found


@pytest.mark.parametrize(
    "text", ["It is not known whether it passes into milk", "the test was positive", "is negative"]
)
def test_what_names_no_marker_has_none(text: str) -> None:
    assert not any(group.endswith("status") for group in contrasts_in(text))


def test_the_patient_s_status_is_told_to_every_part() -> None:
    asked = contrasts_asked("when is the next dose?", "mother HBsAg neg; when is the next dose?")
    assert asked == {"hbsag status": {"negative"}, "hepatitis b": {"past"}}
