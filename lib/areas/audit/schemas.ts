import * as z from "zod/mini";
import { ALL_SECURITY_KINDS } from "@/lib/portal/security-log/kinds";
import { bilingualSchema, idParameter, idSchema, personSchema } from "@/lib/portal/wire/id";

const wordParameter = z.string().check(z.regex(/^[a-z][a-z_.]{0,63}$/));

/** Filters of the log, as they stand in the address of the page and of the request; nothing in them is personal. */
export const auditFiltersSchema = z.object({
  /** Acts, or security events; absent: both, and once what is an act and an event. */
  kind: z.optional(z.enum(["acts", "events"])),
  /** Only events that a person is told of at once. */
  grave: z.optional(z.literal("yes")),
  /** Only acts that one person decided alone while the programme was set up (rules.md §24). */
  alone: z.optional(z.literal("yes")),
  /** The acting user, or the one whose name was tried. */
  who: z.optional(idParameter),
  /** "client.rotate", "client." for all that is done to clients, or a kind of security event. */
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
  cursor: z.optional(z.string().check(z.regex(/^\d{0,18}\.\d{0,18}$/))),
});

export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** Plain values by the names of their fields. */
const snapshotSchema = z.nullable(z.record(z.string(), z.unknown()));

export const actSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  user: z.nullable(personSchema),
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

export const shownEventSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(ALL_SECURITY_KINDS),
  isGrave: z.boolean(),
  user: z.nullable(personSchema),
  merchantId: z.nullable(idSchema),
  branch: z.nullable(bilingualSchema),
  client: z.nullable(z.string()),
  /** The subject, where it differs from the actor. */
  subject: z.nullable(z.object({ type: z.string(), id: z.string(), name: z.nullable(bilingualSchema) })),
  ipAddress: z.nullable(z.string()),
  device: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
});
export type ShownEvent = z.infer<typeof shownEventSchema>;

export const auditPageSchema = z.object({
  acts: z.array(actSchema),
  events: z.array(shownEventSchema),
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
  /** Kinds of security events that are no acts. */
  kinds: z.array(z.enum(ALL_SECURITY_KINDS)),
  subjects: z.array(z.string()),
});
export type AuditChoices = z.infer<typeof auditChoicesSchema>;
