import * as z from "zod/mini";
import { ALL_SECURITY_KINDS } from "@/lib/portal/security-log/kinds";
import { idParameter, idSchema } from "@/lib/portal/wire/id";

// Requests and answers about the log of security events. Shared by the routes and the browser.

/** Filters of the log, as they stand in the address of the page and of the request. */
export const securityFiltersSchema = z.object({
  /** The acting user, or the one whose name was tried. */
  who: z.optional(idParameter),
  kind: z.optional(z.enum(ALL_SECURITY_KINDS)),
  /** Only what a person is told of at once. */
  grave: z.optional(z.literal("yes")),
  merchant: z.optional(idParameter),
  /** Days of the programme's calendar, both included. */
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
});
export type SecurityFilters = z.infer<typeof securityFiltersSchema>;

export const securityQuerySchema = z.extend(securityFiltersSchema, {
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
});
export type SecurityQuery = z.infer<typeof securityQuerySchema>;

const bilingualSchema = z.object({ en: z.string(), ar: z.string() });

export const shownEventSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(ALL_SECURITY_KINDS),
  isGrave: z.boolean(),
  user: z.nullable(z.object({ id: idSchema, name: z.string() })),
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

export const securityPageSchema = z.object({
  events: z.array(shownEventSchema),
  /** Asks for the next page; null after the last. */
  nextCursor: z.nullable(z.string()),
});
export type SecurityPage = z.infer<typeof securityPageSchema>;
