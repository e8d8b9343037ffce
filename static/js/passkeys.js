// Asks the browser for a passkey, to add it or to show it, and sends what it answers with the form. What the browser
// needs stands in the page as JSON, or is fetched where the form names an address for it (`data-options`).

const form = document.querySelector("[data-passkey]");
const refused = document.querySelector("[data-passkey-refused]");

const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

function withBytes(options) {
  const credentials = (list) => list?.map((one) => ({ ...one, id: bytesOf(one.id) }));
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    user: options.user && { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: credentials(options.excludeCredentials),
    allowCredentials: credentials(options.allowCredentials),
  };
}

function asJson(credential) {
  const { response } = credential;
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const told = names.filter((name) => response[name]).map((name) => [name, textOf(response[name])]);
  return JSON.stringify({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(told),
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

async function options() {
  if (!form.dataset.options) return JSON.parse(document.getElementById("passkey-options").textContent);
  const answer = await fetch(form.dataset.options, { headers: { Accept: "application/json" } });
  return answer.json();
}

// A key that is to open the account alone asks for a finger, a face or a PIN, and is found without a name.
function selection(publicKey) {
  if (!form.elements.passwordless?.checked) return publicKey.authenticatorSelection;
  return { ...publicKey.authenticatorSelection, residentKey: "required", requireResidentKey: true, userVerification: "required" };
}

async function ask() {
  const given = Object.values(await options())[0].publicKey;
  const publicKey = withBytes(given);
  if (form.dataset.passkey === "get") return navigator.credentials.get({ publicKey });
  return navigator.credentials.create({ publicKey: { ...publicKey, authenticatorSelection: selection(given) } });
}

async function send(event) {
  event.preventDefault();
  refused.hidden = true;
  try {
    form.elements.credential.value = asJson(await ask());
    form.submit();
  } catch {
    refused.hidden = false;
  }
}

// Browsers refuse passkeys at addresses that are numbers.
if (window.PublicKeyCredential && !/^[\d.]+$|:/.test(location.hostname)) {
  form.hidden = false;
  document.querySelector("[data-no-passkeys]")?.remove();
  form.addEventListener("submit", send);
}
