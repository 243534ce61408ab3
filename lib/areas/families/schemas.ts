import * as z from "zod/mini";
import { FAMILY_ROLES, WALLET_TYPES } from "@/lib/ledger/rules/types";
import { longIdSchema } from "@/lib/portal/wire/id";

// A family, as pages show it. Shared by the routes and the browser.

export const familyMemberSchema = z.object({
  id: longIdSchema,
  /** Its end only. */
  code: z.string(),
  name: z.nullable(z.string()),
  /** Null: the parent. */
  role: z.nullable(z.enum(FAMILY_ROLES)),
  statusId: z.int(),
});
export type ShownMember = z.infer<typeof familyMemberSchema>;

export const familySchema = z.object({
  /** The wallet's relation to its parent; null: a parent. */
  role: z.nullable(z.enum(FAMILY_ROLES)),
  parent: z.nullable(familyMemberSchema),
  children: z.array(familyMemberSchema),
  /** The points that a pooled child may spend in the month, and has spent; null: any number. */
  allowance: z.nullable(z.object({ points: z.int(), spent: z.int() })),
});
export type ShownFamily = z.infer<typeof familySchema>;

export const walletTypeSchema = z.nullable(z.enum(WALLET_TYPES));
