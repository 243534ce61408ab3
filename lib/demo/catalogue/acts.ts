import type { AuditSnapshot } from "@/lib/portal/acts/audit-log";
import type { AdminAction } from "@/lib/portal/acts/permissions";

/** Subject of an act, by its name in the catalogue. */
export type DemoActSubject =
  | { type: "branch"; msisdn: string }
  | { type: "client"; secret: string }
  | { type: "programme" }
  | { type: "user"; username: string }
  | { type: "wallet"; walletCode: string };

/** An administrative act of the past months, for the audit log. */
export interface DemoAct {
  daysAgo: number;
  minute: number;
  /** User name of who did it. */
  by: string;
  /** The merchant whose admins may read about it. */
  merchantId: number | null;
  action: AdminAction;
  subject: DemoActSubject;
  before: AuditSnapshot | null;
  after: AuditSnapshot | null;
}

type Change = Pick<DemoAct, "before" | "after">;
const made = (after: AuditSnapshot): Change => ({ before: null, after });
const from = (before: AuditSnapshot, after: AuditSnapshot): Change => ({ before, after });

/** An operator's acts concern the whole programme, an admin's the own merchant. */
const byOperator = { by: "operator", merchantId: null } as const;
const byAdmin = { by: "admin", merchantId: 1 } as const;

const wallet = (walletCode: string) => ({ type: "wallet", walletCode }) as const;
const user = (username: string) => ({ type: "user", username }) as const;
const client = (secret: string) => ({ type: "client", secret }) as const;
const branch = (msisdn: string) => ({ type: "branch", msisdn }) as const;

export const ACTS: readonly DemoAct[] = [
  {
    ...byOperator,
    ...from({ refundGraceDays: 14 }, { refundGraceDays: 30 }),
    daysAgo: 300,
    minute: 640,
    action: "programme.update",
    subject: { type: "programme" },
  },
  {
    ...byOperator,
    ...made({ walletCode: "100007", isOptedIn: false, statusId: 1 }),
    daysAgo: 270,
    minute: 666,
    action: "wallet.enrol",
    subject: wallet("100007"),
  },
  {
    ...byAdmin,
    ...made({ username: "tanta", role: "cashier", isActive: true }),
    daysAgo: 190,
    minute: 700,
    action: "user.create",
    subject: user("tanta"),
  },
  {
    ...byAdmin,
    ...made({ name: "Tarh Smouha self-checkout", scopes: ["reward", "redeem", "refund", "cancel", "deals"] }),
    daysAgo: 150,
    minute: 690,
    action: "client.create",
    subject: client("pis_test_branch_smouha"),
  },
  {
    ...byAdmin,
    ...from({ isActive: true }, { isActive: false }),
    daysAgo: 125,
    minute: 700,
    action: "branch.deactivate",
    subject: branch("01000000003"),
  },
  {
    ...byAdmin,
    ...from({ isActive: true }, { isActive: false }),
    daysAgo: 124,
    minute: 705,
    action: "user.deactivate",
    subject: user("shubra"),
  },
  {
    ...byOperator,
    ...made({ points: 500, reason: "Goodwill after a complaint about a delivery" }),
    daysAgo: 88,
    minute: 640,
    action: "wallet.adjust",
    subject: wallet("100014"),
  },
  {
    ...byAdmin,
    ...from({ phone: null }, { phone: "0400000105" }),
    daysAgo: 72,
    minute: 770,
    action: "branch.update",
    subject: branch("01000000005"),
  },
  {
    ...from({ rate: { perSecond: 50, burst: 100 } }, { rate: { perSecond: 100, burst: 200 } }),
    daysAgo: 63,
    minute: 800,
    by: "admin.kanaka",
    merchantId: 2,
    action: "client.update",
    subject: client("pis_test_merchant2"),
  },
  {
    ...byOperator,
    ...from({ statusId: 1 }, { statusId: 5, reason: "Asked for by the customer" }),
    daysAgo: 44,
    minute: 950,
    action: "wallet.set_status",
    subject: wallet("100006"),
  },
  {
    ...byOperator,
    ...made({ points: -80, reason: "Correction of receipt INV-2231, keyed in twice" }),
    daysAgo: 41,
    minute: 655,
    action: "wallet.adjust",
    subject: wallet("100014"),
  },
  {
    ...byAdmin,
    ...made({ name: "Tarh old tills", reason: "Tills replaced" }),
    daysAgo: 33,
    minute: 760,
    action: "client.revoke",
    subject: client("pis_test_revoked"),
  },
  {
    ...byOperator,
    ...made({ suspendedPoints: 2_000, reason: "Campaign prize, under review" }),
    daysAgo: 30,
    minute: 690,
    action: "wallet.adjust",
    subject: wallet("100013"),
  },
  {
    ...byOperator,
    ...from({ statusId: 1 }, { statusId: 3, reason: "Card reported lost" }),
    daysAgo: 22,
    minute: 720,
    action: "wallet.set_status",
    subject: wallet("100004"),
  },
  {
    ...byOperator,
    ...from({ statusId: 1 }, { statusId: 4, reason: "Rewards without sales" }),
    daysAgo: 21,
    minute: 735,
    action: "wallet.set_status",
    subject: wallet("100005"),
  },
  {
    ...byOperator,
    ...from({ statusId: 1, mergedInto: null }, { statusId: 6, mergedInto: "100011" }),
    daysAgo: 20,
    minute: 780,
    action: "wallet.merge",
    subject: wallet("100009"),
  },
  {
    ...made({ liveSecrets: 2 }),
    daysAgo: 14,
    minute: 660,
    by: "admin.nabd",
    merchantId: 4,
    action: "client.rotate",
    subject: client("pis_test_nabd"),
  },
  {
    ...byAdmin,
    ...from({ address: "Nasr City" }, { address: "Maadi, Cairo" }),
    daysAgo: 11,
    minute: 710,
    action: "wallet.update",
    subject: wallet("100002"),
  },
  {
    ...from({ isActive: false }, { isActive: true }),
    daysAgo: 5,
    minute: 620,
    by: "admin.khayt",
    merchantId: 3,
    action: "branch.reactivate",
    subject: branch("01000000023"),
  },
  {
    ...byAdmin,
    before: null,
    after: null,
    daysAgo: 1,
    minute: 640,
    action: "user.set_password",
    subject: user("maadi"),
  },
];
