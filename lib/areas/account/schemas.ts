import * as z from "zod/mini";
import { SHIFT_POLICIES } from "@/lib/ledger/rules/types";
import { CALENDARS, DENSITIES, THEMES } from "@/lib/platform/appearance";
import { LANGUAGES } from "@/lib/platform/language";
import { ROLES } from "@/lib/portal/acts/roles";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@/lib/portal/session/password-rules";
import { idParameter, idSchema, namesSchema, staffProofSchema } from "@/lib/portal/wire/id";
import type { FieldProblem } from "@/lib/portal/wire/problems";

// These schemas travel to the browser, so they are written with the small form of zod.

const problem = (name: FieldProblem): FieldProblem => name;

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
  language: z.nullable(z.enum(LANGUAGES)),
  theme: z.nullable(z.enum(THEMES)),
  density: z.nullable(z.enum(DENSITIES)),
  calendar: z.nullable(z.enum(CALENDARS)),
});

/** Departure of a merchant's set of permissions from its role. */
const permissionSetSchema = z.object({
  name: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
});

/** The signed-in person, with permissions and branches. */
export const meSchema = z.object({
  user: z.object({
    id: idSchema,
    name: z.string(),
    username: z.string(),
    role: z.enum(ROLES),
    set: z.optional(z.nullable(permissionSetSchema)),
    twoFactorEnabled: z.boolean(),
  }),
  merchant: z.nullable(
    z.object({
      id: idSchema,
      nameEn: z.string(),
      nameAr: z.string(),
      /** The last day on which the merchant sells, once one is set. */
      lastDay: z.optional(z.nullable(z.iso.date())),
    }),
  ),
  branches: z.array(branchSchema),
  activeBranchId: z.nullable(idSchema),
  /** Whether the user opens wallets for customers. */
  mayEnrol: z.boolean(),
  /** Whether those at a till keep shifts. */
  shifts: z.enum(SHIFT_POLICIES),
  /** Whether cashiers take over this till with their own PIN. */
  changesCashier: z.boolean(),
  /** Whether people may, or have to, sign in with their organisation's account. */
  singleSignOn: z.enum(["none", "beside", "only"]),
  preferences: preferencesSchema,
});
export type Me = z.infer<typeof meSchema>;

export const signInRequestSchema = z.object({
  username: z.string().check(z.minLength(1), z.maxLength(200)),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
  /** The language that was chosen on the sign-in page, if one was; it replaces the remembered one. */
  language: z.optional(z.enum(LANGUAGES)),
});

/** Where to go after single sign-on, when that is not the start page. */
export const singleSignOnRequestSchema = z.object({
  returnPath: z.optional(z.string().check(z.maxLength(2000))),
});
export const singleSignOnSchema = z.object({ url: z.string() });
/** Parameters that the sign-in service adds to the address. */
export const singleSignOnAnswerSchema = z.record(z.string(), z.string());

/** Null while the code of the second factor is asked for. */
export const signedInSchema = z.object({ userId: z.nullable(idSchema) });

/** A code of the app or a backup code, as it is typed. */
const codeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(20));
export const secondFactorRequestSchema = z.object({
  code: codeSchema,
  language: z.optional(z.enum(LANGUAGES)),
});

const ownPasswordSchema = z.string().check(z.minLength(1), z.maxLength(1000));
export const passwordRequestSchema = z.object({ password: ownPasswordSchema });
/** An answer of WebAuthn; the library checks its content. */
const webAuthnSchema = z.record(z.string(), z.unknown());
/** That it is oneself, before a way in is changed: a code or a passkey besides, of whoever has a second factor. */
export const proofRequestSchema = z.object({
  password: ownPasswordSchema,
  code: z.optional(codeSchema),
  passkey: z.optional(webAuthnSchema),
});
export type ProofRequest = z.infer<typeof proofRequestSchema>;

export const passkeyChallengeSchema = z.object({ options: webAuthnSchema });
export const passkeySignInRequestSchema = z.object({
  response: webAuthnSchema,
  language: z.optional(z.enum(LANGUAGES)),
});
const passkeyNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
export const newPasskeyRequestSchema = z.object({ name: passkeyNameSchema, response: webAuthnSchema });
export const passkeyNameRequestSchema = z.object({ name: passkeyNameSchema });
export const passkeyParamsSchema = z.object({ passkeyId: idParameter });
export const passkeyListSchema = z.object({
  passkeys: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      createdAt: z.nullable(z.iso.datetime()),
      lastUsedAt: z.nullable(z.iso.datetime()),
    }),
  ),
});
export type PasskeyList = z.infer<typeof passkeyListSchema>;
export const codeRequestSchema = z.object({ code: codeSchema });

/** How the user's second factor stands; `backupCodesLeft` is null without one. */
export const twoFactorStateSchema = z.object({
  isEnabled: z.boolean(),
  backupCodesLeft: z.nullable(z.int()),
});

/** A second factor that waits for its first code. Shown once. */
export const enrolmentSchema = z.object({
  uri: z.string(),
  secret: z.string(),
  backupCodes: z.array(z.string()),
});
export type Enrolment = z.infer<typeof enrolmentSchema>;
export const backupCodesSchema = z.object({ backupCodes: z.array(z.string()) });

/** The secret part of a one-time link. Bodies carry the secret, never addresses. */
const linkTokenSchema = z.string().check(z.regex(/^[\w-]{20,100}$/));
export const linkRequestSchema = z.object({ token: linkTokenSchema });
export const linkHolderSchema = z.object({
  purpose: z.enum(["invite", "reset"]),
  /** Of the person: whoever opens a link chooses the language there. */
  names: z.object({ en: z.string(), ar: z.string() }),
  username: z.string(),
  role: z.enum(ROLES),
  merchant: z.nullable(namesSchema),
});
export type LinkHolder = z.infer<typeof linkHolderSchema>;
const newPasswordSchema = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH_MIN), z.maxLength(PASSWORD_LENGTH_MAX));
const REPEATED = { path: ["repeated"], error: problem("password_differs") };

export const useLinkRequestSchema = z.object({
  token: linkTokenSchema,
  password: newPasswordSchema,
  language: z.optional(z.enum(LANGUAGES)),
});
/**
 * Next step after a password was chosen by a link: signed in, the second factor, or signing in by hand because this address has tried too
 * often.
 */
export const chosenPasswordSchema = z.object({ next: z.enum(["signed_in", "second_factor", "sign_in"]) });
export type ChosenPassword = z.infer<typeof chosenPasswordSchema>;
/** The same as it is typed: the password twice. */
export const useLinkFormSchema = z
  .extend(useLinkRequestSchema, { repeated: z.string() })
  .check(z.refine(({ password, repeated }) => password === repeated, REPEATED));

/** A session or a device, and where it was used from. */
const usedFromSchema = z.object({
  id: idSchema,
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
});

export const sessionListSchema = z.object({
  sessions: z.array(usedFromSchema),
});
export type SessionList = z.infer<typeof sessionListSchema>;

/** Devices on which the user signed in before, where strangers' wrong passwords do not slow them down. */
export const deviceListSchema = z.object({
  devices: z.array(usedFromSchema),
});
export type DeviceList = z.infer<typeof deviceListSchema>;
export const deviceParamsSchema = z.object({ deviceId: idParameter });

export const sessionParamsSchema = z.object({ sessionId: idParameter });

const passwordChangeSchema = z.object({
  currentPassword: ownPasswordSchema,
  newPassword: newPasswordSchema,
});
type PasswordChange = z.infer<typeof passwordChangeSchema>;
const isChanged = ({ currentPassword, newPassword }: PasswordChange) => currentPassword !== newPassword;
const UNCHANGED = { path: ["newPassword"], error: problem("password_unchanged") };
export const changePasswordRequestSchema = passwordChangeSchema.check(z.refine(isChanged, UNCHANGED));

/** The same as it is typed: the new password twice. */
export const changePasswordFormSchema = z.extend(passwordChangeSchema, { repeated: z.string() }).check(
  z.refine(isChanged, UNCHANGED),
  z.refine(({ newPassword, repeated }) => newPassword === repeated, REPEATED),
);

export const changePreferencesRequestSchema = z.object({
  language: z.optional(z.enum(LANGUAGES)),
  theme: z.optional(z.enum(THEMES)),
  density: z.optional(z.enum(DENSITIES)),
  calendar: z.optional(z.enum(CALENDARS)),
});
export type ChangePreferencesRequest = z.infer<typeof changePreferencesRequestSchema>;

/** Colleagues who can take over the till at the active branch. */
export const nextCashiersSchema = z.object({
  cashiers: z.array(z.object({ username: z.string(), name: z.string() })),
});
/** The user name is typed, picked, or scanned from a badge. */
export const changeCashierRequestSchema = staffProofSchema;

/** Whether the user has a PIN to unlock the session with; without one it takes the password. */
export const lockedSchema = z.object({ hasPin: z.boolean() });
export const unlockRequestSchema = z.pick(changeCashierRequestSchema, { pin: true });

export const chooseBranchRequestSchema = z.object({ branchId: idSchema });

export const operatorsSchema = z.object({ names: z.array(z.string()) });
