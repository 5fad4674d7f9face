#!/usr/bin/python3
"""Renders portrait.svg to portrait.jpg. Needs Debian's librsvg2-bin and python3-pil; not part of the build."""

import io
import pathlib
import subprocess

from PIL import Image

folder = pathlib.Path(__file__).parent
png = subprocess.run(["rsvg-convert", "--format=png", folder / "portrait.svg"], check=True, capture_output=True).stdout
image = Image.open(io.BytesIO(png)).convert("RGB")
assert image.size == (413, 531), image.size
target = folder / "portrait.jpg"
image.save(target, "JPEG", quality=82, dpi=(300, 300), optimize=True)
print(f"{target.name}: {target.stat().st_size} bytes")
