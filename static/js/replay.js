// The replay without loading the page anew: keys, the scrubber and every link to a ply. Links alone do all of it, too.

const place = document.getElementById("replay");
const { address } = place.dataset;
let wanted = location.href; // whoever scrubs fast overtakes the answers

/** Shows the ply at a URL and makes that the page's address. Going back in the browser leaves the replay. */
async function show(url) {
  wanted = url;
  const answer = await fetch(url).catch(() => null);
  if (wanted !== url) return;
  const text = answer?.ok ? await answer.text() : "";
  if (wanted !== url) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const shown = page.getElementById("replay");
  if (!shown) {
    location.assign(url); // the browser tells what is wrong better than a page that stands still
    return;
  }
  Idiomorph.morph(place, shown);
  document.title = page.title;
  history.replaceState(null, "", url);
  place.querySelector("[aria-current=step]")?.scrollIntoView({ block: "nearest" });
}

document.documentElement.classList.add("live");

place.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link?.href.includes(address) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.href);
});

place.addEventListener("input", (event) => {
  if (event.target.id === "scrubber") show(new URL(`${address}${event.target.value}/${location.search}`, location).href);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const link = place.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  show(link.href);
});
