// `?` opens and closes the list of the page's keys.

const list = document.getElementById("keys");

document.addEventListener("keydown", ({ key, target }) => {
  if (key !== "?" || target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select")) return;
  if (list.open) list.close();
  else list.showModal();
});
