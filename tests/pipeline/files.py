"""Label files made on the spot: SPL XML, a PDF, and the ways in which files are broken."""

from pathlib import Path

from reportlab.lib.pagesizes import LETTER
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

_SPL = """<?xml version="1.0" encoding="UTF-8"?>
<document xmlns="urn:hl7-org:v3">
  <id root="{set_id}-{version}"/>
  <code code="34391-3" codeSystem="2.16.840.1.113883.6.1"/>
  <title>{drug} tablets</title>
  <effectiveTime value="{date}"/>
  {of_set}
  <versionNumber value="{version}"/>
  <component><structuredBody>
    <component><section>
      <code code="48780-1" codeSystem="2.16.840.1.113883.6.1"/>
      <subject><manufacturedProduct><manufacturedProduct>
        <name>{drug}</name>
        <asEntityWithGeneric><genericMedicine><name>{drug}</name></genericMedicine></asEntityWithGeneric>
      </manufacturedProduct></manufacturedProduct></subject>
    </section></component>
    <component><section>
      <code code="43682-4" codeSystem="2.16.840.1.113883.6.1"/>
      <title>12.3 Pharmacokinetics</title>
      <text><paragraph>{text}</paragraph></text>
    </section></component>
  </structuredBody></component>
</document>
"""


def write_spl(
    path: Path, drug: str, *, version: int = 1, date: str = "20250101",
    text: str = "The half-life is 3 hours.", in_set: bool = True,
) -> Path:  # fmt: skip
    """An SPL file of one version of the label of `drug`; not `in_set`, it is known by its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    set_id = f"set-{drug}"
    of_set = f'<setId root="{set_id}"/>' if in_set else ""
    filled = _SPL.format(
        set_id=set_id, of_set=of_set, drug=drug, version=version, date=date, text=text
    )
    path.write_text(filled, encoding="utf-8")
    return path


def write_pdf(path: Path, half_life: str = "2 hours", *, password: str | None = None) -> Path:
    """A one-page label of nizatidine in capital headings."""
    encrypt = StandardEncryption(password, canPrint=0) if password else None
    canvas = Canvas(str(path), pagesize=LETTER, encrypt=encrypt)
    y = 720.0
    for font, size, line in (
        ("Helvetica-Bold", 14, "AXID (nizatidine) capsules"),
        ("Helvetica-Bold", 11, "CLINICAL PHARMACOLOGY"),
        ("Helvetica", 10, f"The elimination half-life of nizatidine is {half_life}."),
        ("Helvetica-Bold", 11, "INDICATIONS AND USAGE"),
        ("Helvetica", 10, "Axid is indicated for up to 8 weeks in active duodenal ulcer."),
        ("Helvetica-Bold", 11, "CONTRAINDICATIONS"),
        ("Helvetica", 10, "Axid is contraindicated in known hypersensitivity to the drug."),
        ("Helvetica-Bold", 11, "DOSAGE AND ADMINISTRATION"),
        ("Helvetica", 10, "The recommended dose for adults is 300 mg once daily at bedtime."),
    ):
        canvas.setFont(font, size)
        canvas.drawString(72, y, line)
        y -= 26
    canvas.save()
    return path
