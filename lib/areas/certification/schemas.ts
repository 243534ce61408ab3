import * as z from "zod/mini";
import { bilingualSchema, idParameter, idSchema, momentSchema } from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";

/** The requirements that a till is certified for, in the order of the page. */
export const REQUIREMENT_NAMES = [
  "reward",
  "redeem",
  "redeem_with_pin",
  "refund_in_part",
  "return_goods",
  "cancel",
  "deals",
  "reference_with_redemption",
  "invoice_number",
  "invoice_number_with_redemption",
  "same_invoice",
  "repeats_lost_answer",
  "repeats_unavailable",
  "waits_for_slow_answer",
  "waits_when_too_many",
  "cancels_after_giving_up",
  "sends_after_restart",
  "waits_for_person",
  "refusals_not_repeated",
  "insufficient_points",
  "wrong_pin",
  "pin_locked",
  "pin_needs_reset",
  "reference_taken",
  "new_numbers_each_day",
  "unknown_wallet",
  "arabic",
  "no_liberties",
  "finds_customer",
  "renews_customer",
  "quotes",
  "holds",
  "uses_coupons",
  "coupon_refused",
  "settles",
  "settles_again",
  "takes_bill_back",
  "enrols",
  "signs",
] as const;
export type RequirementName = (typeof REQUIREMENT_NAMES)[number];

export const certificateParamsSchema = z.object({ clientId: idParameter, certificateId: idParameter });

export const issueCertificateSchema = z.object({ maker: line(120) });

const evidenceSchema = z.object({
  /** Of the request log, as long as it is kept there. */
  id: z.int(),
  requestId: z.string(),
  at: momentSchema,
  operation: z.nullable(z.string()),
  code: z.int(),
});

const requirementSchema = z.object({
  name: z.enum(REQUIREMENT_NAMES),
  title: bilingualSchema,
  how: bilingualSchema,
  mend: bilingualSchema,
  /** A certificate is issued without it, and names it only when it was shown. */
  isOptional: z.boolean(),
  state: z.enum(["open", "met", "violated"]),
  seenAt: z.nullable(momentSchema),
  requests: z.array(evidenceSchema),
  /** Where it is shown; null: on any wallet. The number as callers write it. */
  wallet: z.nullable(z.object({ walletCode: z.string(), contactMsisdn: z.string() })),
});
export type RequirementAnswer = z.infer<typeof requirementSchema>;

const certificateSchema = z.object({
  id: idSchema,
  number: z.string(),
  maker: z.string(),
  serviceVersion: z.string(),
  issuedAt: momentSchema,
  expiresAt: momentSchema,
  revokedAt: z.nullable(momentSchema),
  standing: z.enum(["valid", "expired", "revoked"]),
});
export type CertificateAnswer = z.infer<typeof certificateSchema>;

export const certificationSchema = z.object({
  client: z.object({ id: idSchema, name: z.string(), isRevoked: z.boolean() }),
  requirements: z.array(requirementSchema),
  /** The newest first. */
  certificates: z.array(certificateSchema),
});
export type Certification = z.infer<typeof certificationSchema>;
