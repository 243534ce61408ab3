const BASE_URL = "http://127.0.0.1:3000";
const CLIENT_ID = "pis_test_demo";
const REPEATABLE = new Set(["1701", "1901", "1902"]);
const WAITING = new Set(["1703", "1704"]); // a person decides

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** One request: the answer, or null when the truth is not known, and what Retry-After says. */
async function attempt(operation, fields, milliseconds) {
  let wait = null;
  try {
    const response = await fetch(`${BASE_URL}/api/Integration/v1/${operation}`, {
      method: "POST",
      headers: { ClientId: CLIENT_ID, "Content-Type": "application/json" },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(milliseconds),
    });
    wait = response.headers.get("Retry-After");
    const answer = await response.json();
    const code = answer?.errorCode;
    return { answer: code === undefined || REPEATABLE.has(code) ? null : answer, wait };
  } catch {
    return { answer: null, wait }; // no answer, or one of something in between
  }
}

/** The same request with the same reference until the truth is known; null when six attempts or the seconds are over. */
async function call(operation, fields, seconds = 45) {
  const end = performance.now() + seconds * 1000;
  for (let number = 0; number < 6; number++) {
    const left = Math.ceil(end - performance.now());
    const { answer, wait } = await attempt(operation, fields, Math.max(1, Math.min(15_000, left)));
    if (answer !== null) return answer;
    const next = /^\d+$/.test(wait ?? "") ? Number(wait) : (0.5 + Math.random() / 2) * 2 ** number;
    if (number === 5 || performance.now() + next * 1000 >= end) return null;
    await pause(next);
  }
  return null;
}

// Keep the request with its reference where a crash does not reach, before it is sent.
const reference = `T1-${Date.now()}-${Math.random().toString(36).slice(2)}`;
const wallet = { WalletCode: "100001", ContactMsisdn: "01110000001", BranchMsisdn: "01000000001" };
const answer = await call("RedeemUser", {
  ...wallet,
  PointsValue: 50,
  InvoiceNumber: "INV-88213",
  ExternalLogId: reference,
});

if (answer === null) {
  // Give it up: undone if it was carried out, never carried out if it was not.
  const cancellation = {
    ...wallet,
    OriginalOperation: "RedeemUser",
    OriginalExternalLogId: reference,
    ExternalLogId: `cancel-${reference}`,
  };
  const cancelled = await call("Cancel", cancellation, 15);
  if (cancelled === null) console.log(`unknown: keep ${reference} and cancel it when the line is back`);
  else if (["0", "1401", "1411"].includes(cancelled.errorCode)) console.log("cancelled: no points are used");
  else console.log("refused", cancelled.errorCode, cancelled.errorMessage);
} else if (answer.errorCode === "0") console.log("done", answer.wallet.totalPoints);
// Nothing has moved. Keep the request, and send the same one again when it was decided.
else if (WAITING.has(answer.errorCode)) console.log("waiting", reference, answer.errorMessage);
else console.log("refused", answer.errorCode, answer.errorMessage);
