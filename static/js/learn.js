// The lesson's table takes the keys of the real one. Its forms and links do everything else by themselves.

import { pressKey, startControls } from "./controls.js";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches("input:not([type=checkbox], [type=radio])")) return;
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
  if (pressKey(event.key)) event.preventDefault();
});

startControls();
