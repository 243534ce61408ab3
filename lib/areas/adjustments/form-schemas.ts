import * as z from "zod/mini";
import { POINTS_MAX, reason, reference, walletCode, whole } from "@/lib/portal/wire/fields";
import type { AdjustPointsInput } from "./adjust-points";
export const adjustPointsSchema = z.object({
  walletCode,
  direction: z.enum(["up", "down"]),
  points: whole(1, POINTS_MAX),
  pocket: z.optional(z.enum(["spendable", "suspended"])),
  reason,
  reference,
}) satisfies z.ZodMiniType<AdjustPointsInput>;
