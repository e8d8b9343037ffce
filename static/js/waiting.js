// How many other games wait for the reader: in the strip, in the title of the tab, in its icon.

/** @param {{count: number, text: string, url: string}} news */
export function showWaiting({ count, text, url }) {
  const strip = document.getElementById("waiting");
  if (!strip) return;
  Object.assign(strip, { textContent: text, href: url, hidden: !count });
  const title = document.title.replace(/^\s*\(\d+\)\s*/, "").trim();
  document.title = count ? `(${count}) ${title}` : title;
  const icon = document.getElementById("icon");
  icon.href = count ? icon.dataset.waiting : icon.dataset.quiet;
}
