import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from balance import errors
from balance.cli.app import main
from balance.report.junit import junit_xml


def band(low: float, high: float) -> str:
    return f'\n[[expect]]\nmetric = "win_share[seat=1]"\nbetween = [{low}, {high}]\n'


def test_bands_become_cases_failures_and_skips(tiny, tmp_path: Path) -> None:
    outcome = tiny.run(tmp_path, band(0.4, 0.6) + band(0.6, 0.7) + band(0.5, 0.7))
    suite = ET.fromstring(junit_xml('a "quoted" <name>', outcome.files.bands))
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    kinds = [[child.tag for child in case] for case in suite]
    assert kinds == [[], ["failure"], ["skipped"]]
    assert suite.get("name") == 'balance a "quoted" <name>'


@pytest.mark.parametrize(("extra", "code"), [(band(0.6, 0.7), errors.EXIT_BAND_MISSED), (band(0.4, 0.6), 0)])
def test_the_command_line_writes_it(tiny, tmp_path: Path, extra: str, code: int, capsys: pytest.CaptureFixture) -> None:
    source, target = tmp_path / "my.toml", tmp_path / "junit.xml"
    source.write_text(tiny.text + extra)
    arguments = ["run", str(source), "--out", str(tmp_path / "out"), "--junit", str(target)]
    assert main(arguments) == code
    assert ET.parse(target).getroot().get("tests") == "1"
    assert main([*arguments, "--exit-zero"]) == 0
    assert capsys.readouterr().out.strip().endswith("report.html")
