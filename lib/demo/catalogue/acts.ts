/** Administrative acts of the past months, for the audit log. */
export interface DemoAct {
  daysAgo: number;
  minute: number;
  /** User name of who did it. */
  by: string;
  merchantId: number | null;
  action: string;
  subject:
    | { type: "deal"; offerNumber: string }
    | { type: "wallet"; walletCode: string }
    | { type: "branch"; msisdn: string }
    | { type: "user"; username: string }
    | { type: "api_client"; secret: string }
    | { type: "programme" };
  before: Record<string, string | number | boolean> | null;
  after: Record<string, string | number | boolean> | null;
}

function act(
  daysAgo: number,
  minute: number,
  by: string,
  merchantId: number | null,
  action: string,
  subject: DemoAct["subject"],
  before: DemoAct["before"],
  after: DemoAct["after"],
): DemoAct {
  return { daysAgo, minute, by, merchantId, action, subject, before, after };
}

export const ACTS: readonly DemoAct[] = [
  act(
    300,
    640,
    "operator",
    null,
    "programme.update",
    { type: "programme" },
    { refundGraceDays: 14 },
    { refundGraceDays: 30 },
  ),
  act(210, 605, "operator", null, "wallet.import", { type: "wallet", walletCode: "100007" }, null, {
    points: 300,
  }),
  act(190, 700, "admin", 1, "user.create", { type: "user", username: "tanta" }, null, {
    role: "cashier",
    branch: "01000000005",
  }),
  act(
    150,
    690,
    "admin",
    1,
    "api_client.create",
    { type: "api_client", secret: "pis_test_branch_smouha" },
    null,
    { allBranches: false },
  ),
  act(
    125,
    700,
    "admin",
    1,
    "branch.update",
    { type: "branch", msisdn: "01000000003" },
    { isActive: true },
    { isActive: false },
  ),
  act(
    124,
    705,
    "admin",
    1,
    "user.deactivate",
    { type: "user", username: "shubra" },
    { isActive: true },
    { isActive: false },
  ),
  act(88, 640, "operator", null, "wallet.adjust", { type: "wallet", walletCode: "100014" }, null, {
    points: 500,
  }),
  act(
    70,
    680,
    "admin",
    1,
    "deal.publish",
    { type: "deal", offerNumber: "110009" },
    { state: "draft" },
    { state: "published" },
  ),
  act(
    58,
    610,
    "admin.yansoun",
    5,
    "deal.pause",
    { type: "deal", offerNumber: "150006" },
    { state: "published" },
    { state: "paused" },
  ),
  act(
    44,
    950,
    "operator",
    null,
    "wallet.close",
    { type: "wallet", walletCode: "100006" },
    { statusId: 1 },
    { statusId: 5 },
  ),
  act(41, 655, "operator", null, "wallet.adjust", { type: "wallet", walletCode: "100014" }, null, {
    points: -80,
  }),
  act(
    36,
    690,
    "admin.kanaka",
    2,
    "deal.update",
    { type: "deal", offerNumber: "120003" },
    { discount: 40 },
    { discount: 45 },
  ),
  act(33, 760, "admin", 1, "api_client.revoke", { type: "api_client", secret: "pis_test_revoked" }, null, {
    reason: "Tills replaced",
  }),
  act(
    32,
    630,
    "admin",
    1,
    "deal.pause",
    { type: "deal", offerNumber: "110009" },
    { state: "published" },
    { state: "paused" },
  ),
  act(30, 690, "operator", null, "wallet.adjust", { type: "wallet", walletCode: "100013" }, null, {
    suspendedPoints: 2_000,
  }),
  act(
    22,
    720,
    "operator",
    null,
    "wallet.suspend",
    { type: "wallet", walletCode: "100004" },
    { statusId: 1 },
    { statusId: 3 },
  ),
  act(
    21,
    735,
    "operator",
    null,
    "wallet.block",
    { type: "wallet", walletCode: "100005" },
    { statusId: 1 },
    { statusId: 4 },
  ),
  act(
    20,
    780,
    "operator",
    null,
    "wallet.merge",
    { type: "wallet", walletCode: "100009" },
    { statusId: 1 },
    { statusId: 6, mergedInto: "100011" },
  ),
  act(14, 660, "admin.nabd", 4, "api_client.rotate", { type: "api_client", secret: "pis_test_nabd" }, null, {
    secrets: 2,
  }),
  act(10, 720, "operator", null, "wallet.release", { type: "wallet", walletCode: "100013" }, null, {
    points: 1_200,
  }),
  act(
    5,
    700,
    "admin",
    1,
    "deal.publish",
    { type: "deal", offerNumber: "110004" },
    { state: "draft" },
    { state: "published" },
  ),
  act(
    4,
    680,
    "admin.bahary",
    6,
    "deal.publish",
    { type: "deal", offerNumber: "160003" },
    { state: "draft" },
    { state: "published" },
  ),
  act(2, 615, "admin", 1, "deal.create", { type: "deal", offerNumber: "110010" }, null, { state: "draft" }),
  act(1, 640, "admin", 1, "user.reset_password", { type: "user", username: "maadi" }, null, null),
];
