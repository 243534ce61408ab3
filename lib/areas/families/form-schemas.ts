import * as z from "zod";
import { FAMILY_ROLES, WALLET_TYPES } from "@/lib/ledger/core/types";
import { reason, version } from "@/lib/portal/wire/fields";

const allowance = z.int().min(0).max(1_000_000_000).nullable();

// The routes name the wallet by its number, in the path.
export const joinFamilySchema = z.object({
  version,
  parentWalletCode: z.string().trim().min(1).max(32),
  role: z.enum(FAMILY_ROLES),
  allowance,
  reason,
});
export const allowanceSchema = z.object({ version, allowance });
export const walletTypeFormSchema = z.object({ version, walletType: z.enum(WALLET_TYPES).nullable() });
export const erasureSchema = z.object({ version, reason });
