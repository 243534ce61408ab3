import { z } from "zod";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@/lib/auth/password-rules";
import { ROLES } from "@/lib/auth/roles";
import { LANGUAGES } from "../language";
import type { FieldProblem } from "./errors";

const problem = (name: FieldProblem): FieldProblem => name;

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export const idSchema = z.int().min(1).max(2_147_483_647);

export const branchSchema = z.object({
  id: idSchema,
  merchantId: idSchema,
  msisdn: z.string(),
  nameEn: z.string(),
  nameAr: z.string(),
  isActive: z.boolean(),
});
export type PortalBranch = z.infer<typeof branchSchema>;

/** How the portal looks; null where the user has not chosen. */
export const preferencesSchema = z.object({
  language: z.enum(LANGUAGES).nullable(),
  theme: z.enum(THEMES).nullable(),
  density: z.enum(DENSITIES).nullable(),
});

/** Who is signed in, and for what. */
export const meSchema = z.object({
  user: z.object({ id: idSchema, name: z.string(), username: z.string(), role: z.enum(ROLES) }),
  merchant: z.object({ id: idSchema, nameEn: z.string(), nameAr: z.string() }).nullable(),
  branches: z.array(branchSchema),
  activeBranchId: idSchema.nullable(),
  preferences: preferencesSchema,
});
export type Me = z.infer<typeof meSchema>;

export const signInRequestSchema = z.object({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(1000),
  /** The language that was chosen on the sign-in page, if one was; it replaces the remembered one. */
  language: z.enum(LANGUAGES).optional(),
});

export const signedInSchema = z.object({ userId: idSchema });

export const sessionListSchema = z.object({
  sessions: z.array(
    z.object({
      id: idSchema,
      isCurrent: z.boolean(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
});
export type SessionList = z.infer<typeof sessionListSchema>;

export const sessionParamsSchema = z.object({ sessionId: z.coerce.number().pipe(idSchema) });
export const endedSessionsSchema = z.object({ ended: z.int().min(0) });

export const changePasswordRequestSchema = z
  .object({
    currentPassword: z.string().min(1).max(1000),
    newPassword: z.string().min(PASSWORD_LENGTH_MIN).max(PASSWORD_LENGTH_MAX),
  })
  .refine(({ currentPassword, newPassword }) => currentPassword !== newPassword, {
    path: ["newPassword"],
    error: problem("password_unchanged"),
  });

export const changePreferencesRequestSchema = z.object({
  language: z.enum(LANGUAGES).optional(),
  theme: z.enum(THEMES).optional(),
  density: z.enum(DENSITIES).optional(),
});
export type ChangePreferencesRequest = z.infer<typeof changePreferencesRequestSchema>;

export const chooseBranchRequestSchema = z.object({ branchId: idSchema });

/** The answer of an act that has nothing to tell. */
export const doneSchema = z.object({ done: z.literal(true) });
export const DONE = { done: true } as const satisfies z.infer<typeof doneSchema>;
