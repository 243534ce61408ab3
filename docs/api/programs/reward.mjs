const response = await fetch("http://127.0.0.1:3000/api/Integration/v1/Reward", {
  method: "POST",
  headers: { ClientId: "pis_test_demo", "Content-Type": "application/json" },
  body: JSON.stringify({
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    PointsValue: 150,
    InvoiceNumber: "INV-88213",
    ExternalLogId: `T1-${Date.now()}`,
  }),
  signal: AbortSignal.timeout(15_000),
});
const answer = await response.json();
console.log(answer.errorMessage, answer.wallet?.totalPoints);
