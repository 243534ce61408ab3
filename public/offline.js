/* Opens the page that was asked for as soon as the service answers again. */
const PROBE_MS = 3_000;

async function probe() {
  // What a proxy answers while the service is away is no answer of the service.
  const answered = await fetch("/livez", { cache: "no-store" })
    .then(async (answer) => answer.ok && (await answer.json()).status === "alive")
    .catch(() => false);
  if (answered) location.reload();
  else setTimeout(probe, PROBE_MS);
}

addEventListener("online", probe, { once: true });
setTimeout(probe, PROBE_MS);
for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", () => location.reload());
