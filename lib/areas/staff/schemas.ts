import * as z from "zod";
import { ROLES } from "@/lib/portal/acts/roles";
import {
  containsUsername,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from "@/lib/portal/session/password-rules";
import { id, line, nullableEmail, problem, version } from "@/lib/portal/wire/fields";
import type { CreateUserInput } from "./create-user";
import type { InviteUserInput } from "./invite-user";

export const newPassword = z.string().min(PASSWORD_LENGTH_MIN).max(PASSWORD_LENGTH_MAX);

/** Letters of any script, digits and . _ - @ between them: what can be typed at a till and told over the phone. */
const username = z
  .string()
  .trim()
  .min(3)
  .max(64)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@-]*$/u, problem("username"));

const branchIds = z.array(id).max(1_000);

const NEW_USER = {
  username,
  name: line(120),
  email: nullableEmail.optional(),
  role: z.enum(ROLES),
  /** Null for programme operators only. */
  merchantId: id.nullable(),
  branchIds: branchIds.optional(),
};

type Placed = Pick<CreateUserInput, "role" | "merchantId" | "branchIds">;
const isPlaced = ({ role, merchantId }: Placed) => (role === "programme_operator") === (merchantId === null);
const hasBranches = ({ role, branchIds: chosen = [] }: Placed) => role !== "cashier" || chosen.length > 0;

/** A person who will choose their password themselves. */
export const inviteUserSchema = z
  .object(NEW_USER)
  .refine(isPlaced, { path: ["merchantId"] })
  .refine(hasBranches, {
    path: ["branchIds"],
    error: problem("required"),
  }) satisfies z.ZodType<InviteUserInput>;

export const createUserSchema = z
  .object({ ...NEW_USER, password: newPassword })
  .refine(isPlaced, { path: ["merchantId"] })
  .refine(hasBranches, { path: ["branchIds"], error: problem("required") })
  .refine(({ password, username: name }) => !containsUsername(password, name), {
    path: ["password"],
    error: problem("password_is_username"),
  }) satisfies z.ZodType<CreateUserInput>;

/** Changes of a user whose number stands elsewhere. */
export const userChangesSchema = z.object({
  version,
  name: line(120).optional(),
  email: nullableEmail.optional(),
  role: z.enum(ROLES).optional(),
  branchIds: branchIds.optional(),
});

export const setPasswordSchema = z.object({ userId: id, password: newPassword });
