// What this browser remembers. One that keeps nothing plays all the same: it forgets when the page is closed.

/** @returns {?string} */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @returns {object} what was remembered as JSON; an empty one if it is none, for anybody may have changed it */
export function recallObject(name) {
  try {
    return Object(JSON.parse(recall(name)));
  } catch {
    return {};
  }
}

/** @param {?string} value null to forget it */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nothing is kept.
  }
}
