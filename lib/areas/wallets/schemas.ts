import * as z from "zod";
import {
  day,
  id,
  mobile,
  msisdn,
  nullableEmail,
  nullableLine,
  pin,
  problem,
  reason,
  reference,
  version,
  walletCode,
} from "@/lib/portal/wire/fields";
import type { EnrolWalletInput } from "./enrol-wallet";
import type { MergeWalletsInput } from "./merge-wallets";
import type { SetWalletSegmentInput } from "./set-wallet-segment";
import type { SetWalletStatusInput } from "./set-wallet-status";
import type { UpdateWalletInput } from "./update-wallet";

/** A wallet's code has no spaces, so that scanners and people agree where it ends. */
export const WALLET_CODE = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;
const newWalletCode = z.string().trim().min(1).max(32).regex(WALLET_CODE, problem("wallet_code"));

export const GENDERS = ["female", "male"] as const;

const PROFILE = {
  name: nullableLine(120).optional(),
  email: nullableEmail.optional(),
  address: nullableLine(250).optional(),
  gender: z.enum(GENDERS).nullable().optional(),
  birthDate: day.nullable().optional(),
  nid: nullableLine(32).optional(),
};

/** Which words the customer agreed to, as they were shown. */
const consent = z.object({ version, language: z.enum(["en", "ar"]) }).optional();

/** Another wallet for a mobile number that has an open one, on purpose. */
const allowsSharedMobile = z.boolean().optional();

export const walletsOfNumberRequestSchema = z.object({ contactMsisdn: mobile });

export const enrolWalletSchema = z.object({
  walletCode: newWalletCode.optional(),
  contactMsisdn: mobile,
  allowsSharedMobile,
  hasConsented: z.boolean(),
  consent,
  isPending: z.boolean().optional(),
  redemptionEnabled: z.boolean().optional(),
  segmentId: id.optional(),
  pin: pin.optional(),
  referralMsisdn: msisdn.optional(),
  ...PROFILE,
}) satisfies z.ZodType<EnrolWalletInput>;

/** A customer who joins at the till. The reference makes a request that is sent again the same one. */
export const enrolAtTillSchema = z.object({
  branchId: id,
  contactMsisdn: mobile,
  allowsSharedMobile,
  hasConsented: z.literal(true),
  consent: z.object({ version, language: z.enum(["en", "ar"]) }),
  name: PROFILE.name,
  birthDate: PROFILE.birthDate,
  pin: pin.optional(),
  /** Number of the referring customer. */
  referralMsisdn: msisdn.optional(),
  reference,
});

export const updateWalletSchema = z.object({
  walletCode,
  version,
  contactMsisdn: mobile.optional(),
  isOptedIn: z.boolean().optional(),
  consent,
  redemptionEnabled: z.boolean().optional(),
  ...PROFILE,
}) satisfies z.ZodType<UpdateWalletInput>;

export const setWalletStatusSchema = z.object({
  walletCode,
  version,
  /** A wallet becomes merged by a merge only. */
  statusId: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  reason,
}) satisfies z.ZodType<SetWalletStatusInput>;

export const setWalletPinSchema = z.object({ walletCode, pin });
export const walletTargetSchema = z.object({ walletCode });

export const setWalletSegmentSchema = z.object({
  walletCode,
  version,
  segmentId: id,
  reason,
}) satisfies z.ZodType<SetWalletSegmentInput>;

export const mergeWalletsSchema = z
  .object({ walletCode, version, toWalletCode: walletCode, reason })
  .refine((input) => input.walletCode !== input.toWalletCode, {
    path: ["toWalletCode"],
  }) satisfies z.ZodType<MergeWalletsInput>;

// The routes name the wallet by its number, in the path.
export const walletChangesSchema = updateWalletSchema.omit({ walletCode: true });
export const walletStatusSchema = setWalletStatusSchema.omit({ walletCode: true });
export const walletSegmentSchema = setWalletSegmentSchema.omit({ walletCode: true });
export const walletPinSchema = setWalletPinSchema.omit({ walletCode: true });
export const mergePreviewRequestSchema = z.object({ walletCode, toWalletCode: walletCode });
