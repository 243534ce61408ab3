import * as z from "zod/mini";
import { ROLES } from "@/lib/portal/acts/roles";
import {
  containsUsername,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from "@/lib/portal/session/password-rules";
import { nullableEmail, problem } from "@/lib/portal/wire/fields";
import { idSchema, versionSchema } from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";
import type { CreateUserInput } from "./create-user";
import type { InviteUserInput } from "./invite-user";

export const newPassword = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH_MIN), z.maxLength(PASSWORD_LENGTH_MAX));

/** Letters of any script, digits and . _ - @ between them: what can be typed at a till and told over the phone. */
const username = z
  .string()
  .check(
    z.trim(),
    z.minLength(3),
    z.maxLength(64),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@-]*$/u, problem("username")),
  );

const branchIds = z.array(idSchema).check(z.maxLength(1_000));

const NEW_USER = {
  username,
  name: line(120),
  email: z.optional(nullableEmail),
  role: z.enum(ROLES),
  setId: z.optional(z.nullable(idSchema)),
  /** Null for programme operators only. */
  merchantId: z.nullable(idSchema),
  branchIds: z.optional(branchIds),
};

type Placed = Pick<CreateUserInput, "role" | "merchantId" | "branchIds">;
const isPlaced = ({ role, merchantId }: Placed) => (role === "programme_operator") === (merchantId === null);
const hasBranches = ({ role, branchIds: chosen = [] }: Placed) => role !== "cashier" || chosen.length > 0;

const PLACED = [
  z.refine<Placed>(isPlaced, { path: ["merchantId"] }),
  z.refine<Placed>(hasBranches, { path: ["branchIds"], error: problem("required") }),
];

/** A person who will choose their password themselves. */
export const inviteUserSchema = z.object(NEW_USER).check(...PLACED) satisfies z.ZodMiniType<InviteUserInput>;

export const createUserSchema = z.object({ ...NEW_USER, password: newPassword }).check(
  ...PLACED,
  z.refine(({ password, username: name }) => !containsUsername(password, name), {
    path: ["password"],
    error: problem("password_is_username"),
  }),
) satisfies z.ZodMiniType<CreateUserInput>;

/** Changes of a user whose number stands elsewhere. */
export const userChangesSchema = z.object({
  version: versionSchema,
  name: z.optional(line(120)),
  email: z.optional(nullableEmail),
  role: z.optional(z.enum(ROLES)),
  setId: z.optional(z.nullable(idSchema)),
  branchIds: z.optional(branchIds),
});

export const setPasswordSchema = z.object({ userId: idSchema, password: newPassword });
