"""What stands in the way of reading a page: words cut off, outside the page or on others, and a sideways scroll."""

from playwright.sync_api import Page

# Cards overlap as cards do, and a slip lies on the near player's line; what ends in an ellipsis is told elsewhere.
ON_PURPOSE = ".card, .skip, svg, select"
BENEATH_A_SLIP = "#region-near, #region-menu, .hand"
# Text by text, each against all that could cut it off, then line by line against each other.
FAULTS = """([onPurpose, beneathASlip]) => {
  const ROUNDING = 1.5;
  const known = new Map();
  const styleOf = (one) => known.get(one) ?? known.set(one, getComputedStyle(one)).get(one);
  const left = document.querySelector(".slip") ? `${onPurpose}, ${beneathASlip}` : onPurpose;
  const around = (boxes) => ({
    left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)),
  });
  const isWider = (box, edge) => box.left < edge.left - ROUNDING || box.right > edge.right + ROUNDING;
  const isHigher = (box, edge) => box.top < edge.top - ROUNDING || box.bottom > edge.bottom + ROUNDING;
  const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
  const scrolls = (overflow) => ["auto", "scroll"].includes(overflow);
  const ancestors = (one) => (one ? [one, ...ancestors(one.parentElement)] : []);

  function* texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const [text, parent] = [walker.currentNode, walker.currentNode.parentElement];
      if (!text.textContent.trim() || parent.closest(left)) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const above = ancestors(parent);
      const floats = (one) => ["fixed", "sticky"].includes(styleOf(one).position);
      if (above.some((one) => floats(one) || styleOf(one).clipPath.startsWith("inset"))) continue;
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width && height);
      if (boxes.length) yield { words: text.textContent.trim(), parent, above, boxes };
    }
  }

  /** Of one text: what cuts it off before something lets it be scrolled to; whether its lines stay where they are. */
  function judge({ words, parent, above, boxes }) {
    const box = around(boxes);
    const frame = parent.closest("button, summary, .button, .button-quiet, .pill, .said, .slip");
    let [scrollsX, scrollsY] = [false, false];
    for (const one of above) {
      const style = styleOf(one);
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") return { stays: false };
      const holdsX = cuts(style.overflowX) || one === frame;
      const holdsY = cuts(style.overflowY) || (one === frame && style.overflowY === "visible");
      const edge = one.getBoundingClientRect();
      if (holdsX && !scrollsX && isWider(box, edge)) return { fault: `cut off: ${words}` };
      if (holdsY && !scrollsY && isHigher(box, edge)) return { fault: `cut off: ${words}` };
      scrollsX ||= scrolls(style.overflowX);
      scrollsY ||= scrolls(style.overflowY);
    }
    if (!scrollsX && isWider(box, { left: 0, right: innerWidth })) return { fault: `outside: ${words}` };
    if (!scrollsY && box.top + scrollY < -ROUNDING) return { fault: `above the page: ${words}` };
    return { stays: !scrollsY };
  }

  function* meetings(lines) {
    lines.sort(([one], [other]) => one.top - other.top);
    for (const [place, [one, words]] of lines.entries()) {
      for (const [other, others] of lines.slice(place + 1)) {
        if (other.top > one.bottom) break;
        const meetX = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const meetY = Math.min(one.bottom, other.bottom) - other.top;
        if (words !== others && meetX > ROUNDING && meetY > (one.bottom - one.top) / 4) {
          yield `on each other: ${words} / ${others}`;
        }
      }
    }
  }

  const faults = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  const lines = [];
  for (const text of texts()) {
    const { fault, stays } = judge(text);
    if (fault) faults.push(fault);
    if (stays) lines.push(...text.boxes.map((box) => [box, text.words]));
  }
  return [...new Set([...faults, ...meetings(lines)])];
}"""


def faults(page: Page) -> list[str]:
    """Each in a few words; boxes of letters are higher than the letters, so those of two lines may meet a little."""
    found: list[str] = page.evaluate(FAULTS, [ON_PURPOSE, BENEATH_A_SLIP])
    return found
