// Asks the browser for permission to notify, once the reader saves that wish and not before.

const wish = document.getElementById("id_turn_notice");

wish.form.addEventListener("submit", async (event) => {
  if (!wish.checked || !("Notification" in window) || Notification.permission !== "default") return;
  event.preventDefault();
  await Notification.requestPermission();
  wish.form.submit();
});
