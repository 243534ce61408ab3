import * as z from "zod/mini";
import { FAMILY_ROLES, WALLET_TYPES } from "@/lib/ledger/core/types";
import { reason, walletCode, whole } from "@/lib/portal/wire/fields";
import { versionSchema as version } from "@/lib/portal/wire/id";

const allowance = z.nullable(whole(0, 1_000_000_000));

// The routes name the wallet by its number, in the path.
export const joinFamilySchema = z.object({
  version,
  parentWalletCode: walletCode,
  role: z.enum(FAMILY_ROLES),
  allowance,
  reason,
});
export const allowanceSchema = z.object({ version, allowance });
export const walletTypeFormSchema = z.object({ version, walletType: z.nullable(z.enum(WALLET_TYPES)) });
export const erasureSchema = z.object({ version, reason });
