"""Ranges of weight, age, organ function and laboratory values."""

from enum import StrEnum

from monograph_qa.frozen import frozen

ENDLESS = float("inf")
ADULT, ELDERLY = 216.0, 780.0  # months: from 18 and from 65 years on


class Measure(StrEnum):
    """What is measured; weight in kg, surface in m², age in months, pregnancy in weeks, kidney
    function in mL/min, liver function in Child-Pugh classes (1 to 3), laboratory values in the
    units of `lab_values.csv`."""

    WEIGHT = "weight"
    AGE = "age"
    KIDNEY = "kidney function"
    LIVER = "liver function"
    SURFACE = "body surface area"
    GESTATION = "weeks of pregnancy"
    SODIUM = "sodium"
    POTASSIUM = "potassium"
    MAGNESIUM = "magnesium"
    PLATELETS = "platelets"
    NEUTROPHILS = "neutrophils"
    LYMPHOCYTES = "lymphocytes"
    HAEMOGLOBIN = "haemoglobin"
    QTC = "QTc"
    EJECTION_FRACTION = "ejection fraction"
    INR = "INR"
    AMINOTRANSFERASES = "aminotransferases"
    BILIRUBIN = "bilirubin"
    ALKALINE_PHOSPHATASE = "alkaline phosphatase"
    GAMMA_GT = "gamma-glutamyl transferase"
    LDH = "lactate dehydrogenase"
    CREATINE_KINASE = "creatine kinase"
    CREATININE = "creatinine"
    LEUKOCYTES = "leukocytes"
    CALCIUM = "calcium"
    GLUCOSE = "glucose"
    HEART_RATE = "heart rate"
    BLOOD_PRESSURE = "systolic blood pressure"
    BREATHS = "respiratory rate"
    TRIGLYCERIDES = "triglycerides"
    PANCREATIC_ENZYMES = "pancreatic enzymes"
    LACTATE = "lactate"
    CD4_CELLS = "CD4 cells"
    OXYGEN_SATURATION = "oxygen saturation"
    PHOSPHATE = "phosphate"
    TEMPERATURE = "body temperature"
    MIC = "minimum inhibitory concentration"


ORGANS = frozenset({Measure.KIDNEY, Measure.LIVER})
PEOPLE = frozenset({Measure.AGE, Measure.WEIGHT, Measure.SURFACE, Measure.GESTATION})
LABS = frozenset(Measure) - ORGANS - PEOPLE


@frozen
class Span:
    """A range of one measure; `opens` and `closes` tell whether its ends are left out."""

    measure: Measure
    low: float = 0.0
    high: float = ENDLESS
    opens: bool = False
    closes: bool = False

    def meets(self, other: "Span") -> bool:
        """Whether some value lies in both; spans of two measures never meet."""
        return self.overlap(other) is not None

    def overlap(self, other: "Span") -> "Span | None":
        """The values that lie in both, where there are any."""
        if self.measure is not other.measure:
            return None
        low, high = max(self.low, other.low), min(self.high, other.high)
        opens = any(each.opens and each.low == low for each in (self, other))
        closes = any(each.closes and each.high == high for each in (self, other))
        if low > high or (low == high and (opens or closes)):
            return None
        return Span(self.measure, low, high, opens, closes)


_YEAR = 12  # months
_CHILD_PUGH = "ABC"


def range_said(concept: str, low: float, high: float | None, unit: str) -> str:
    """A range as people say it: "age from 65 years", "weight below 20 kg", "Child-Pugh C"."""
    if concept == Measure.LIVER:
        classes = _CHILD_PUGH[max(int(low) - 1, 0) : 3 if high is None else int(high)]
        return f"{concept} {unit} " + " to ".join(dict.fromkeys((classes[:1], classes[-1:])))
    if unit == "months" and (low >= _YEAR or (not low and (high or 0.0) > _YEAR)):
        # Ages are compared in months, and shown in years.
        low, high, unit = low / _YEAR, None if high is None else high / _YEAR, "years"
        if high is not None and high - low == 1:  # somebody of 78 is 78 until 79
            high = low
    if high is None:
        return f"{concept} from {low:g} {unit}"
    if low == high:
        return f"{concept} {low:g} {unit}"
    if not low:
        return f"{concept} below {high:g} {unit}"
    return f"{concept} {low:g} to {high:g} {unit}"
