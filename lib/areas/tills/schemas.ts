import * as z from "zod/mini";
import { idParameter, idSchema, namedSchema, versionSchema } from "@/lib/portal/wire/id";
import type { FieldProblem } from "@/lib/portal/wire/problems";

const problem = (name: FieldProblem): FieldProblem => name;

const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** State of a cashier's device. */
export const ownTillSchema = z.object({
  /** Whether nothing may be done on it before it is registered. */
  isNeeded: z.boolean(),
  /** Its registration. */
  till: z.nullable(z.object({ name: z.string(), branch: namedSchema })),
  /** The code that it shows meanwhile, for a branch. */
  code: z.nullable(z.string()),
  codeExpiresAt: z.nullable(z.iso.datetime()),
  branchId: z.nullable(idSchema),
  /** Branches that it can be registered for. */
  branches: z.array(namedSchema),
});
export type OwnTill = z.infer<typeof ownTillSchema>;

/** The branch that a device is to be registered for; absent: the one where its person works. */
export const askTillSchema = z.object({ branchId: z.optional(idParameter) });
export const joinTillSchema = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{8}$/, problem("branch_code"))),
});

/** Devices on which cashiers signed in during the last seven days. */
const devicesSchema = { used: z.int(), registered: z.int() };

export const tillListSchema = z.object({
  /** Whether the programme asks for it, for all. */
  isNeeded: z.boolean(),
  /** Of the programme, for changing that. */
  version: z.int(),
  /** Active merchants and their active branches that the reader may know of, each with its own word. */
  merchants: z.array(z.object({ ...namedSchema.shape, version: versionSchema, isNeeded: z.boolean() })),
  branches: z.array(
    z.object({
      ...namedSchema.shape,
      ...devicesSchema,
      merchantId: idSchema,
      version: versionSchema,
      isNeeded: z.boolean(),
      /** Until when a code for several devices is good. */
      codeUntil: z.nullable(z.iso.datetime()),
    }),
  ),
  tills: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      branch: namedSchema,
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
export type TillBranch = TillList["branches"][number];
export type TillMerchant = TillList["merchants"][number];

export const registerTillSchema = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, problem("till_code"))),
  name: nameSchema,
});
export const renameTillSchema = z.object({ name: nameSchema });

export const tillParamsSchema = z.object({ tillId: idParameter });
export const codeParamsSchema = z.object({ branchId: idParameter });
/** Shown once: only its hash is kept. */
export const branchCodeSchema = z.object({ code: z.string(), codeUntil: z.iso.datetime() });
export const tillPolicySchema = z.object({ isNeeded: z.boolean(), version: z.int() });
