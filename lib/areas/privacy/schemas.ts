import * as z from "zod/mini";
import { LANGUAGES } from "@/lib/platform/language";
import { idParameter, idSchema } from "@/lib/portal/wire/id";
import { PAPER_FORMATS, RETENTION_KIND_NAMES } from "./words";

const moment = z.iso.datetime();
const daysSchema = z.record(z.enum(RETENTION_KIND_NAMES), z.int().check(z.minimum(0), z.maximum(3_650)));

/** In which form and language a paper is asked for. */
export const paperQuerySchema = z.object({ format: z.enum(PAPER_FORMATS), language: z.enum(LANGUAGES) });
/** A file is no JSON that the browser reads. */
export const paperSchema = z.never();

export const withdrawalSchema = z.object({ version: z.int().check(z.nonnegative()) });

export const retentionSchema = z.object({
  kinds: z.array(z.object({ kind: z.enum(RETENTION_KIND_NAMES), days: z.int() })),
  runs: z.array(z.object({ at: moment, removed: z.record(z.string(), z.int()) })),
});
export type Retention = z.infer<typeof retentionSchema>;
export const retentionFormSchema = z.object({ days: daysSchema });

export const breachParamsSchema = z.object({ breachId: idParameter });
export const breachFormSchema = z.object({
  discoveredAt: moment,
  since: moment,
  until: moment,
  userId: z.nullable(idSchema),
  note: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000)),
});
export const breachesSchema = z.object({
  breaches: z.array(
    z.object({
      id: idSchema,
      discoveredAt: moment,
      since: moment,
      until: moment,
      userId: z.nullable(idSchema),
      note: z.string(),
      dueAt: moment,
      reportedAt: z.nullable(moment),
      customers: z.int(),
    }),
  ),
});
export type BreachList = z.infer<typeof breachesSchema>;
