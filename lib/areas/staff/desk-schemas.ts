import * as z from "zod/mini";
import { filters } from "@/lib/areas/branches/record";
import { ROLES } from "@/lib/portal/acts/roles";
import { idParameter, idSchema } from "@/lib/portal/wire/id";
import { searchTextSchema } from "@/lib/portal/wire/search-text";

const purposeSchema = z.enum(["invite", "reset"]);

export const staffMemberSchema = z.object({
  id: idSchema,
  username: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.enum(ROLES),
  set: z.nullable(z.object({ id: idSchema, name: z.string() })),
  merchantId: z.nullable(idSchema),
  branchIds: z.array(idSchema),
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  hasPassword: z.boolean(),
  /** A link that waits to be used. */
  link: z.nullable(z.object({ purpose: purposeSchema, expiresAt: z.iso.datetime() })),
  /** Person who saw the last link by which the user chooses a password, and could have used it; null when there was none. */
  linkShownTo: z.nullable(z.object({ id: idSchema, name: z.string() })),
  lastActiveAt: z.nullable(z.iso.datetime()),
  openSessions: z.int(),
  version: z.int(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;

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
  users: z.array(staffMemberSchema),
  nextAfter: z.nullable(idSchema),
});
export type StaffPage = z.infer<typeof staffPageSchema>;

export const staffParamsSchema = z.object({ userId: idParameter });

/** A link is told once: its token is not kept. */
export const issuedLinkSchema = z.object({
  purpose: purposeSchema,
  token: z.string(),
  expiresAt: z.iso.datetime(),
});
export type IssuedLink = z.infer<typeof issuedLinkSchema>;
export const staffLinkSchema = z.object({ user: staffMemberSchema, link: issuedLinkSchema });
export type StaffLink = z.infer<typeof staffLinkSchema>;

export const staffSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: idSchema,
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
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
