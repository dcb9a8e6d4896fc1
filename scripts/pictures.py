# SPDX-License-Identifier: Apache-2.0
"""The pictures of docs/images that scripts draw from other files: written, or compared with what they should be."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs/images"


def main(usage, program, pictures):
    """Ends a script whose only option is --check; pictures are names of images and their texts."""
    arguments = sys.argv[1:]
    if set(arguments) - {"--check"}:
        sys.exit(usage)
    stale = []
    for name, picture in pictures:
        image = IMAGES / f"{name}.svg"
        if not arguments:
            image.write_text(picture)
        elif not image.is_file() or image.read_text() != picture:
            stale.append(f"{program}: {image.relative_to(ROOT)} is not up to date (scripts/{program})")
    sys.exit("\n".join(stale) or 0)
