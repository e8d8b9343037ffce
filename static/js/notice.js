// The one place where the page tells what went wrong, or what happened elsewhere.

const notice = document.getElementById("notice");
const text = notice.querySelector(".notice-text");
const link = notice.querySelector("a");

notice.querySelector(".notice-close").addEventListener("click", tellNoMore);

export function tellNoMore() {
  notice.hidden = true;
}

/** @param {string} message */
export function tell(message) {
  link.hidden = true;
  notice.hidden = false;
  text.textContent = message;
}

/**
 * Tells one of the sentences that the template put into the notice.
 * @param {string} name of the sentence; its link's words stand beside it
 * @param {string} [address] where the link leads; without it there is none
 */
export function tellKnown(name, address) {
  tell(text.dataset[name]);
  if (!address) return;
  link.textContent = text.dataset[`${name}Link`];
  link.href = address;
  link.hidden = false;
}
