// Asks the browser for permission to notify, once the reader saves that wish and not before. Some browsers ask so
// quietly that nobody answers: whoever saves again is not held up.

const wish = document.getElementById("id_turn_notice");
let asked = false;

wish.form.addEventListener("submit", async (event) => {
  if (asked || !wish.checked || !("Notification" in window) || Notification.permission !== "default") return;
  event.preventDefault();
  asked = true;
  await Notification.requestPermission();
  wish.form.submit();
});
