import * as z from "zod/mini";
import { LANGUAGES } from "@/lib/platform/language";
import { idParameter, idSchema } from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";
import { PAPER_FORMATS, REQUEST_ANSWER_NAMES, REQUEST_KIND_NAMES, RETENTION_KIND_NAMES } from "./words";

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

const day = z.iso.date();
export const requestParamsSchema = z.object({ requestId: idParameter });
export const requestFormSchema = z.object({
  kind: z.enum(REQUEST_KIND_NAMES),
  person: line(120),
  /** Empty: no customer, or not known yet. */
  walletCode: z.string().check(z.trim(), z.maxLength(32)),
  receivedOn: day,
});
export const answerFormSchema = z.object({
  answer: z.enum(REQUEST_ANSWER_NAMES),
  note: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000)),
});
export const requestsSchema = z.object({
  /** In the programme's calendar. */
  today: day,
  /** Days in which a request is answered. */
  answerDays: z.int(),
  /** Those without an answer, the most urgent first, then the last that were answered. */
  requests: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(REQUEST_KIND_NAMES),
      person: z.string(),
      wallet: z.nullable(z.object({ id: idSchema, walletCode: z.string() })),
      receivedOn: day,
      dueOn: day,
      notedBy: z.string(),
      answer: z.nullable(
        z.object({
          kind: z.enum(REQUEST_ANSWER_NAMES),
          note: z.string(),
          by: z.nullable(z.string()),
          at: moment,
        }),
      ),
    }),
  ),
});
export type PrivacyRequests = z.infer<typeof requestsSchema>;
export const notedRequestSchema = z.object({ id: idSchema });
