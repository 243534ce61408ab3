import * as z from "zod/mini";
import { idParameter, idSchema } from "@/lib/portal/wire/id";

const wordParameter = z.string().check(z.regex(/^[a-z][a-z_.]{0,63}$/));

/** Filters of the log, as they stand in the address of the page and of the request; nothing in them is personal. */
export const auditFiltersSchema = z.object({
  /** The acting user. */
  who: z.optional(idParameter),
  /** "client.rotate", or "client." for all that is done to clients. */
  action: z.optional(wordParameter),
  /** Kind of the subject. */
  type: z.optional(wordParameter),
  subject: z.optional(z.string().check(z.regex(/^[\w.-]{1,64}$/))),
  merchant: z.optional(idParameter),
  /** Days of the programme's calendar, both included. */
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
});
export type AuditFilters = z.infer<typeof auditFiltersSchema>;

export const auditQuerySchema = z.extend(auditFiltersSchema, {
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
});

const bilingualSchema = z.object({ en: z.string(), ar: z.string() });
/** Plain values by the names of their fields. */
const snapshotSchema = z.nullable(z.record(z.string(), z.unknown()));

export const actSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  user: z.nullable(z.object({ id: idSchema, name: z.string() })),
  merchantId: z.nullable(idSchema),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string(), name: z.nullable(bilingualSchema) }),
  /** Of a change the fields that differ; null before the subject was there. */
  before: snapshotSchema,
  after: snapshotSchema,
  /** Names of the numbers in fields of the two, by `<field> <number>`. */
  names: z.record(z.string(), bilingualSchema),
  ipAddress: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type Act = z.infer<typeof actSchema>;

export const auditPageSchema = z.object({
  acts: z.array(actSchema),
  /** Asks for the next page; null after the last. */
  nextCursor: z.nullable(z.string()),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/** A file is no JSON. */
export const auditReportSchema = z.never();

/** Choices of the log's filters. */
export const auditChoicesSchema = z.object({
  users: z.array(z.object({ id: idSchema, name: z.string(), username: z.string() })),
  actions: z.array(z.string()),
  subjects: z.array(z.string()),
});
export type AuditChoices = z.infer<typeof auditChoicesSchema>;
