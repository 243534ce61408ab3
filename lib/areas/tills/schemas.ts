import * as z from "zod/mini";
import { idParameter, idSchema } from "@/lib/portal/wire/id";
import type { FieldProblem } from "@/lib/portal/wire/problems";

const problem = (name: FieldProblem): FieldProblem => name;

/** State of a cashier's device: nothing to do, or the code that it shows. */
export const ownTillSchema = z.object({
  isNeeded: z.boolean(),
  code: z.nullable(z.string()),
  codeExpiresAt: z.nullable(z.iso.datetime()),
});

const branchSchema = z.object({ id: idSchema, nameEn: z.string(), nameAr: z.string() });

export const tillListSchema = z.object({
  /** Whether the programme asks for it. */
  isNeeded: z.boolean(),
  /** Of the programme, for changing that. */
  version: z.int(),
  tills: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      branch: branchSchema,
      userAgent: z.string(),
      registeredAt: z.iso.datetime(),
      registeredBy: z.string(),
      lastUsedAt: z.nullable(z.iso.datetime()),
      lastUsedBy: z.nullable(z.string()),
    }),
  ),
});
export type TillList = z.infer<typeof tillListSchema>;
export type RegisteredTill = TillList["tills"][number];

export const registerTillSchema = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, problem("till_code"))),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
});

export const tillParamsSchema = z.object({ tillId: idParameter });
export const tillPolicySchema = z.object({ isNeeded: z.boolean(), version: z.int() });
