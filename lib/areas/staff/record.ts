import * as z from "zod/mini";
import { ROLES } from "@/lib/portal/acts/roles";
import { asked, chosen, kept, record, shown, shownMoment, written } from "@/lib/portal/record";
import {
  containsUsername,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from "@/lib/portal/session/password-rules";
import { nullableEmail, problem } from "@/lib/portal/wire/fields";
import { idSchema, personSchema } from "@/lib/portal/wire/id";
import { line, nullableLine } from "@/lib/portal/wire/safe-text";

const newPassword = z.string().check(z.minLength(PASSWORD_LENGTH_MIN), z.maxLength(PASSWORD_LENGTH_MAX));

/** Letters of any script, digits and . _ - @ between them: what can be typed at a till and told over the phone. */
const username = z
  .string()
  .check(
    z.trim(),
    z.minLength(3),
    z.maxLength(64),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@-]*$/u, problem("username")),
  );

/** A portal user as admins see them. The log knows users by user name and merchant, so that these stay. */
export const user = record({
  /** Compared without case; shown as typed. */
  username: chosen(username),
  name: written(line(120)),
  /** Null where there is none: readers of Arabic see the other one. */
  nameAr: written(z.optional(nullableLine(120))),
  /** Null where none is known. */
  email: written(z.optional(nullableEmail)),
  role: written(z.enum(ROLES)),
  /** A set of permissions of the merchant's that begins with the role; null for all that the role may do. */
  setId: asked(z.optional(z.nullable(idSchema))),
  /** Null for programme operators only. */
  merchantId: chosen(z.nullable(idSchema)),
  /** A cashier's branches, at least one; the others have all of their merchant's. */
  branchIds: written(z.optional(z.array(idSchema).check(z.maxLength(1_000)))),
  isActive: shown(z.boolean()),
  twoFactorEnabled: shown(z.boolean()),
  lastActiveAt: shown(z.nullable(z.date())),
  createdAt: kept(z.date()),
  updatedAt: kept(z.date()),
});

type Placed = Pick<UserFields, "role" | "merchantId" | "branchIds">;
const isPlaced = ({ role, merchantId }: Placed) => (role === "programme_operator") === (merchantId === null);
const hasBranches = ({ role, branchIds = [] }: Placed) => role !== "cashier" || branchIds.length > 0;
const PLACED = [
  z.refine<Placed>(isPlaced, { path: ["merchantId"] }),
  z.refine<Placed>(hasBranches, { path: ["branchIds"], error: problem("required") }),
];

/** A person who will choose their password themselves. */
export const invite = user.create.check(...PLACED);
export const create = z.extend(user.create, { password: newPassword }).check(
  ...PLACED,
  z.refine(({ password, username: name }) => !containsUsername(password, name), {
    path: ["password"],
    error: problem("password_is_username"),
  }),
);
export const { changes } = user;
export const password = z.object({ userId: idSchema, password: newPassword });

export const purposeSchema = z.enum(["invite", "reset"]);
export const answer = z.extend(user.answer, {
  /** In the reader's language. */
  shownName: z.string(),
  set: z.nullable(personSchema),
  hasPassword: z.boolean(),
  /** A link that waits to be used, whose token nobody knows any more. */
  link: z.nullable(z.object({ purpose: purposeSchema, expiresAt: shownMoment })),
  /** Person who saw the last link by which the user chooses a password, and could have used it; null when there was none. */
  linkShownTo: z.nullable(personSchema),
  openSessions: z.int(),
  /** Until then the person's rights are new and a second person may confirm the person; null: the bounds are whole. */
  newUntil: z.nullable(shownMoment),
  /** Whether the reader may be that second person. */
  mayConfirm: z.boolean(),
});

export type UserFields = z.infer<typeof user.create>;
export type CreateUserInput = UserFields & { password: string };
export type UpdateUserInput = z.infer<typeof changes> & { userId: number };
export type StaffMember = z.infer<typeof answer>;
