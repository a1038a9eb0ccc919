#!/bin/sh
# Known advisories against what the lock files pin, hash by hash; nothing of them is installed.
# Exit code 0: none known. 1: some are, listed. 2: it could not be told (no network, a mirror that
# carries no advisories, no pip-audit): silence is never taken for "none known".
uvx="$1"; shift
UV_CACHE_DIR="$(dirname "$uvx")/../advisories"; export UV_CACHE_DIR  # in the .venv, not at home
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

audit() {  # LOCK: writes $work/report, gives pip-audit's exit code
    rm -f "$work/report"
    "$uvx" --quiet pip-audit@2.10.1 --requirement "$1" --require-hashes --disable-pip \
        --progress-spinner off --cache-dir "$UV_CACHE_DIR/pip-audit" --format json \
        --output "$work/report" 2> "$work/said"
}

not_checked() {
    echo "advisories: NOT CHECKED: $1"
    exit 2
}

# A version with published advisories: where none are told of it, none would be told of any.
printf 'jinja2==2.11.2 --hash=sha256:%064d\n' 0 > "$work/known.lock"
audit "$work/known.lock"
[ -s "$work/report" ] || not_checked "$(grep -v '^ *$' "$work/said" | tail -1)"
grep -q '"id"' "$work/report" || not_checked "the package index here tells of no advisories"

found=0
for lock in "$@"; do
    audit "$lock" && code=0 || code=$?
    [ -s "$work/report" ] || not_checked "$lock: $(grep -v '^ *$' "$work/said" | tail -1)"
    if [ "$code" -eq 0 ]; then
        echo "advisories: $lock: none known"
        continue
    fi
    found=1
    echo "advisories: $lock:"
    python3 - "$work/report" <<'PYTHON'
import json
import sys

for each in json.load(open(sys.argv[1], encoding="utf-8"))["dependencies"]:
    for known in each.get("vulns", ()):
        fixed = ", ".join(known["fix_versions"]) or "none yet"
        print(f"  {each['name']} {each['version']}: {known['id']} (fixed in: {fixed})")
PYTHON
done
exit "$found"
