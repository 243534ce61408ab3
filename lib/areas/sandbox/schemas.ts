import * as z from "zod/mini";
import { idSchema } from "@/lib/portal/wire/id";

/** Behaviour of a test wallet. On a plain one the same as on a customer's. */
export const SCENARIO_NAMES = [
  "plain",
  "insufficient_points",
  "wrong_pin",
  "pin_locked",
  "pin_needs_reset",
  "reference_taken",
  "unavailable",
  "answer_lost",
  "never_answered",
  "answer_slow",
  "too_many_requests",
  "needs_approval",
  "limit_reached",
  "under_review",
  "needs_supervisor",
  "points_spent",
  "coupon_lapsed",
  "coupons_gone",
  "customer_expired",
] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

const sandboxWalletSchema = z.object({
  id: idSchema,
  walletCode: z.string(),
  /** As callers write it. */
  contactMsisdn: z.string(),
  scenario: z.enum(SCENARIO_NAMES),
  /** Behaviour of the wallet; null where it belongs to the demo's customers. */
  text: z.nullable(z.object({ en: z.string(), ar: z.string() })),
  pin: z.nullable(z.string()),
  statusId: z.int(),
  totalPoints: z.int(),
  /** Points after a reset. */
  points: z.int(),
  isPinLocked: z.boolean(),
});
export type SandboxWallet = z.infer<typeof sandboxWalletSchema>;

export const sandboxSchema = z.object({
  isDemo: z.boolean(),
  wallets: z.array(sandboxWalletSchema),
});
export type SandboxAnswer = z.infer<typeof sandboxSchema>;
