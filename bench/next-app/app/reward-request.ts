import { z } from "zod";

/** Body of both route handlers. */
export const rewardRequest = z.object({
  WalletCode: z.string().min(1).max(32),
  PointsValue: z.number().int().min(1),
  ExternalLogId: z.string().min(1).max(64),
});
