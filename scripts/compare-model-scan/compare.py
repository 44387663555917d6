"""Runs picklescan, modelscan and fickling over the samples and prints the table of docs/auditors/model-security.md.

pip install picklescan modelscan fickling; python compare.py FOLDER [BENIGN]
A scanner flags a file when its own verdict is worse than clean; an error that its command line shows is no flag.
"""

import json
import logging
import pathlib
import sys

logging.disable(logging.CRITICAL)


def picklescan(path):
    from picklescan.scanner import SafetyLevel, scan_file_path

    result = scan_file_path(str(path))
    worst = [item.safety for item in result.globals]
    return {
        "dangerous": result.issues_count > 0,
        "suspicious": any(level != SafetyLevel.Innocuous for level in worst),
        "error": result.scan_err,
    }


def modelscan(path):
    from modelscan.modelscan import ModelScan

    result = ModelScan().scan(str(path))
    return {
        "dangerous": result["summary"]["total_issues"] > 0,
        "suspicious": result["summary"]["total_issues"] > 0,
        "error": bool(result["errors"]),
    }


def fickling(path):
    from fickling.analysis import Severity, check_safety
    from fickling.fickle import StackedPickle

    with open(path, "rb") as file:
        results = [check_safety(pickled) for pickled in StackedPickle.load(file)]
    worst = max((result.severity for result in results), default=Severity.LIKELY_SAFE)
    return {
        "dangerous": worst > Severity.SUSPICIOUS,
        "suspicious": worst > Severity.LIKELY_SAFE,
        "error": False,
    }


def judge(scanner, path):
    try:
        return scanner(path)
    except Exception:
        return {"dangerous": False, "suspicious": False, "error": True}


def main():
    folder = pathlib.Path(sys.argv[1])
    ours = json.loads((folder / "assay.json").read_text())
    scanners = {"picklescan": picklescan, "modelscan": modelscan, "fickling": fickling}
    groups = {group: sorted(p for p in (folder / group).rglob("*") if p.is_file()) for group in ("pickle", "archive")}
    if len(sys.argv) > 2:
        groups["benign"] = sorted(p for p in pathlib.Path(sys.argv[2]).rglob("*") if p.is_file())
    for group, paths in groups.items():
        print(group, len(paths), "assay", sum(ours.get(str(p)) == "unsafe" for p in paths))
        for name, scanner in scanners.items():
            results = [judge(scanner, path) for path in paths]
            counts = {key: sum(result[key] for result in results) for key in ("dangerous", "suspicious", "error")}
            print(group, len(paths), name, counts)


main()
