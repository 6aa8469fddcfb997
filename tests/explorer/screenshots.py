"""Take the screenshots of docs/images: PYTHONPATH=.:tests python tests/explorer/screenshots.py

Needs Chromium and the extras browser and inspect.
"""

from __future__ import annotations

import base64
import struct
import tempfile
import zlib
from pathlib import Path

import numpy as np
from browser import ARGUMENTS, CHROMIUM, FETCH
from playwright.sync_api import Page, sync_playwright

from schedules.explorer.page import report

LADDER = "gemm/sgemm_tvm"
IMAGES = Path(__file__).parents[2] / "docs" / "images"
# Name -> colours, link, what to scroll to on the right side, how far to scroll the right pane.
SHOTS = {
    "explorer-light": ("light", "#gemm/sgemm_tvm:vthread:vthread@tir+diff|cuda+diff", "", 0),
    "explorer-dark": ("dark", f"#{FETCH}:bind_fetch@cuda~19|sass", "tr.access", 220),
}
SIZE = (1600, 900)

# Chromium decodes what it wrote.
PIXELS = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const raw = canvas.getImageData(0, 0, image.width, image.height).data;
  let text = "";
  for (let at = 0; at < raw.length; at += 32768) {
    text += String.fromCharCode(...raw.subarray(at, at + 32768));
  }
  return btoa(text);
}"""


def with_palette(pixels: np.ndarray) -> bytes:
    """A PNG of at most 256 colours: the commonest ones, and of the others the nearest of these."""
    height, width, _ = pixels.shape
    colours, which, counts = np.unique(
        pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    palette = colours[np.argsort(-counts)[:256]]
    apart = colours[:, None].astype(int) - palette[None].astype(int)
    nearest = np.square(apart).sum(axis=2).argmin(axis=1).astype(np.uint8)
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = nearest[which].reshape(height, width)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def taken(page: Page, blank: Page) -> bytes:
    """A small PNG of a page."""
    png = base64.b64encode(page.screenshot()).decode()
    raw = base64.b64decode(blank.evaluate(PIXELS, png))
    pixels = np.frombuffer(raw, np.uint8).reshape(SIZE[1], SIZE[0], 4)
    return with_palette(pixels[:, :, :3])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "report.html"
        file.write_text(report([LADDER]), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        for name, (scheme, link, shown, down) in SHOTS.items():
            viewport = {"width": SIZE[0], "height": SIZE[1]}
            page = browser.new_page(viewport=viewport, color_scheme=scheme)
            page.goto(f"{file.as_uri()}{link}")
            page.locator("#right-code .line").first.wait_for()
            if shown:
                page.locator(shown).last.scroll_into_view_if_needed()
            page.locator("#right-code").evaluate("(pane, down) => pane.scrollBy(0, down)", down)
            page.wait_for_timeout(200)
            (IMAGES / f"{name}.png").write_bytes(taken(page, browser.new_page()))
        browser.close()


if __name__ == "__main__":
    main()
