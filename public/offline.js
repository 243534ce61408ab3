/* Opens the page that was asked for as soon as the service answers again. */
const PROBE_MS = 3_000;
/** A network that accepts and does not answer is asked again. */
const ANSWER_MS = 3_000;

async function probe() {
  // What a proxy answers while the service is away is no answer of the service.
  const answered = await fetch("/livez", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) })
    .then(async (answer) => answer.ok && (await answer.json()).status === "alive")
    .catch(() => false);
  if (answered) location.reload();
  else setTimeout(probe, PROBE_MS);
}

addEventListener("online", probe, { once: true });
setTimeout(probe, PROBE_MS);
for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", () => location.reload());
