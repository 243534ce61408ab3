import * as z from "zod/mini";
import { ALL_SECURITY_KINDS } from "@/lib/portal/security-log/kinds";
import { idSchema } from "@/lib/portal/wire/id";

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
