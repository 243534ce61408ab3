import * as z from "zod";
import { reason, reference, walletCode } from "@/lib/portal/wire/fields";
import type { AdjustPointsInput } from "./adjust-points";
export const adjustPointsSchema = z.object({
  walletCode,
  direction: z.enum(["up", "down"]),
  points: z.int().min(1).max(1_000_000_000_000),
  pocket: z.enum(["spendable", "suspended"]).optional(),
  reason,
  reference,
}) satisfies z.ZodType<AdjustPointsInput>;
