import { createHash, createHmac } from "node:crypto";

/** The headers that sign a request. `now` in seconds; its decimals keep two equal requests apart. */
function sign(secret, method, target, body, now = Date.now() / 1000) {
  const timestamp = now.toFixed(6);
  const digest = createHash("sha256").update(body).digest("hex");
  const text = [timestamp, method, target, digest].join("\n");
  return { "X-Timestamp": timestamp, "X-Signature": createHmac("sha256", secret).update(text).digest("hex") };
}

const body =
  '{"WalletCode":"100001","ContactMsisdn":"01110000001","BranchMsisdn":"01000000001","PointsValue":150,"ExternalLogId":"T1-5001"}';
const secret = "pss_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY";
console.log(sign(secret, "POST", "/api/Integration/v1/Reward", body, 1795258955.25)["X-Signature"]);
