import * as z from "zod/mini";
import { mobile, msisdn, pin, problem, reason, reference, walletCode } from "@/lib/portal/wire/fields";
import { idSchema, versionSchema as version } from "@/lib/portal/wire/id";
import type { EnrolWalletInput } from "./enrol-wallet";
import type { MergeWalletsInput } from "./merge-wallets";
import { writtenProfile } from "./profile-schemas";
import type { SetWalletSegmentInput, SetWalletStatusInput, UpdateWalletInput } from "./update-wallet";

/** A wallet's code has no spaces, so that scanners and people agree where it ends. */
export const WALLET_CODE = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;
const newWalletCode = walletCode.check(z.regex(WALLET_CODE, problem("wallet_code")));

/** Which words the customer agreed to, as they were shown. */
const consent = z.object({ version, language: z.enum(["en", "ar"]) });

/** Another wallet for a mobile number that has an open one, on purpose. */
const allowsSharedMobile = z.optional(z.boolean());

export const walletsOfNumberRequestSchema = z.object({ contactMsisdn: mobile });

export const enrolWalletSchema = z.object({
  walletCode: z.optional(newWalletCode),
  contactMsisdn: mobile,
  allowsSharedMobile,
  hasConsented: z.boolean(),
  consent: z.optional(consent),
  isPending: z.optional(z.boolean()),
  redemptionEnabled: z.optional(z.boolean()),
  segmentId: z.optional(idSchema),
  pin: z.optional(pin),
  referralMsisdn: z.optional(msisdn),
  ...writtenProfile,
}) satisfies z.ZodMiniType<EnrolWalletInput>;

/** A customer with a wallet who agrees at the till. */
const agreement = z.literal(true, problem("not_agreed"));
export const joinAtTillSchema = z.object({ branchId: idSchema, hasConsented: agreement, consent });

/** A customer who joins at the till. The reference makes a request that is sent again the same one. */
export const enrolAtTillSchema = z.object({
  branchId: idSchema,
  contactMsisdn: mobile,
  allowsSharedMobile,
  hasConsented: agreement,
  consent,
  name: writtenProfile.name,
  birthDate: writtenProfile.birthDate,
  pin: z.optional(pin),
  /** Number of the referring customer. */
  referralMsisdn: z.optional(msisdn),
  reference,
});

export const updateWalletSchema = z.object({
  walletCode,
  version,
  contactMsisdn: z.optional(mobile),
  isOptedIn: z.optional(z.boolean()),
  consent: z.optional(consent),
  redemptionEnabled: z.optional(z.boolean()),
  ...writtenProfile,
}) satisfies z.ZodMiniType<UpdateWalletInput>;

export const setWalletStatusSchema = z.object({
  walletCode,
  version,
  /** A wallet becomes merged by a merge only. */
  statusId: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  reason,
}) satisfies z.ZodMiniType<SetWalletStatusInput>;

export const setWalletPinSchema = z.object({ walletCode, pin });
export const walletTargetSchema = z.object({ walletCode });

export const setWalletSegmentSchema = z.object({
  walletCode,
  version,
  segmentId: idSchema,
  reason,
}) satisfies z.ZodMiniType<SetWalletSegmentInput>;

export const mergeWalletsSchema = z
  .object({ walletCode, version, toWalletCode: walletCode, reason })
  .check(
    z.refine((input) => input.walletCode !== input.toWalletCode, { path: ["toWalletCode"] }),
  ) satisfies z.ZodMiniType<MergeWalletsInput>;

// The routes name the wallet by its number, in the path.
export const walletChangesSchema = z.omit(updateWalletSchema, { walletCode: true });
export const walletStatusSchema = z.omit(setWalletStatusSchema, { walletCode: true });
export const walletSegmentSchema = z.omit(setWalletSegmentSchema, { walletCode: true });
export const walletPinSchema = z.omit(setWalletPinSchema, { walletCode: true });
export const mergePreviewRequestSchema = z.object({ walletCode, toWalletCode: walletCode });
