import * as z from "zod/mini";
import { filters } from "@/lib/areas/branches/record";
import { ROLES } from "@/lib/portal/acts/roles";
import { shownMoment } from "@/lib/portal/record";
import { idParameter, idSchema } from "@/lib/portal/wire/id";
import { searchTextSchema } from "@/lib/portal/wire/search-text";
import { answer, purposeSchema } from "./record";

/** Filters of the list in its page's address. */
export const staffFiltersSchema = z.extend(z.omit(filters, { text: true }), {
  role: z.optional(z.enum(ROLES)),
  /** This person only. */
  person: z.optional(idParameter),
});

/** Asked in a body and not in an address: a text is a person's name. */
export const staffSearchSchema = z.extend(staffFiltersSchema, {
  text: z.optional(searchTextSchema),
  /** The last user of the page before. */
  after: z.optional(idSchema),
});

export const staffPageSchema = z.object({
  users: z.array(answer),
  nextAfter: z.nullable(idSchema),
});
export type StaffPage = z.infer<typeof staffPageSchema>;

export const staffParamsSchema = z.object({ userId: idParameter });

/** A link is told once: its token is not kept. */
export const issuedLinkSchema = z.object({
  purpose: purposeSchema,
  token: z.string(),
  expiresAt: shownMoment,
});
export type IssuedLink = z.infer<typeof issuedLinkSchema>;
export const staffLinkSchema = z.object({ user: answer, link: issuedLinkSchema });
export type StaffLink = z.infer<typeof staffLinkSchema>;

export const staffSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: idSchema,
      createdAt: shownMoment,
      lastUsedAt: shownMoment,
      address: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
    }),
  ),
});

export { endedSessionsSchema } from "@/lib/portal/wire/done";

/** Merchant whose staff is signed out together. */
export const endStaffSessionsSchema = z.object({ merchant: idParameter });

/** A file is no JSON. */
export const staffFileSchema = z.never();

export const staffPolicySchema = z.object({ adminsNeedTwoFactor: z.boolean(), version: z.int() });
