import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether the body is what the service signed, within five minutes of `now` (seconds). False for headers that are missing or malformed. */
function verify(secret, headers, body, now = Date.now() / 1000) {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map(
    (name) => headers[`webhook-${name}`],
  );
  if (!id || !/^\d{1,15}$/.test(timestamp) || typeof signatures !== "string") return false;
  if (Math.abs(now - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${id}.${timestamp}.${body}`;
  const expected = createHmac("sha256", key).update(signed).digest();
  return signatures.split(" ").some((signature) => {
    const [version, value = ""] = signature.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const headers = {
  "webhook-id": "evt_p4178",
  "webhook-timestamp": "1795258955",
  "webhook-signature": "v1,SUhrglhlSxWUyO8MnG1IDhuOC9Szrxt8gk0z4KY3kqA=",
};
const body = '{"id":"evt_p4178","type":"points.rewarded"}'; // the bytes as they came, not parsed and written again
const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
console.log(verify(secret, headers, body, 1795258960) ? "valid" : "invalid");
