import * as z from "zod/mini";
import { bilingualSchema, idSchema, namesSchema } from "@/lib/portal/wire/id";
import { moneySchema } from "@/lib/portal/wire/points";

const pointsSchema = z.int().check(z.minimum(0));
const balanceSchema = z.int();

const IDLE = z.object({ name: z.literal("idle") });
/** A bill as it is typed; points and balance are null until they are quoted. */
const BILL = z.object({
  name: z.literal("bill"),
  operation: z.enum(["reward", "redeem"]),
  value: moneySchema,
  points: z.nullable(pointsSchema),
  balanceAfter: z.nullable(balanceSchema),
  /** Of a bill that is settled at once: what coupons take off, what points pay, and what is left to pay in money. */
  off: z.optional(moneySchema),
  paid: z.optional(moneySchema),
  payable: z.optional(moneySchema),
});
const PIN = z.object({
  name: z.literal("pin"),
  value: moneySchema,
  points: z.nullable(pointsSchema),
  /** Problem of the PIN that was typed last. */
  problem: z.nullable(z.enum(["wrong", "locked"])),
  attemptsLeft: z.nullable(z.int()),
});
/** The movement is done. A void gives no balance away that the customer did not ask for: it shows the new one as the others do. */
const DONE = z.object({
  name: z.literal("done"),
  act: z.enum(["reward", "redeem", "void"]),
  value: moneySchema,
  points: pointsSchema,
  balanceAfter: balanceSchema,
});

const answerSchema = z.object({
  /** A PIN: whether one was chosen. */
  agrees: z.boolean(),
  language: z.enum(["en", "ar"]),
});
/** Null while the customer reads, or chooses. */
const ANSWERED = { answer: z.nullable(answerSchema) };
/** Name of one asking, so that no customer's answer passes for the next one's. */
const question = z.string().check(z.minLength(8), z.maxLength(64));
/** A newcomer is asked to join. */
const CONSENT = z.object({ name: z.literal("consent"), question });
/** A customer without a PIN is asked for one. */
const NEW_PIN = z.object({ name: z.literal("newPin"), question });

/** A screen of the display. */
export const displayShownSchema = z.discriminatedUnion("name", [
  IDLE,
  BILL,
  PIN,
  DONE,
  z.extend(CONSENT, {
    version: z.int(),
    words: bilingualSchema,
    ...ANSWERED,
  }),
  z.extend(NEW_PIN, ANSWERED),
]);
export type DisplayShown = z.infer<typeof displayShownSchema>;

const WHOSE = { walletCode: z.string().check(z.minLength(1), z.maxLength(32)) };

/** The till's screen for the customer. The server knows whose PIN is asked for, and the words of the consent. */
export const tillShownSchema = z.discriminatedUnion("name", [
  IDLE,
  BILL,
  z.extend(PIN, WHOSE),
  DONE,
  CONSENT,
  z.extend(NEW_PIN, WHOSE),
]);
export type TillShown = z.infer<typeof tillShownSchema>;

export const showRequestSchema = z.object({ branchId: idSchema, shown: tillShownSchema });
export const newDisplaySchema = z.object({ branchId: idSchema });

const afterSchema = z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0))));
/** With the version that is known already: answered when there is another one, or after some seconds. */
export const displayQuerySchema = z.object({ after: afterSchema });

/** State of the till's display. */
export const tillDisplaySchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({
    state: z.literal("waiting"),
    version: z.int(),
    code: z.string(),
    codeExpiresAt: z.iso.datetime(),
  }),
  z.object({
    state: z.literal("paired"),
    version: z.int(),
    /** Whether the display has asked lately. */
    isPresent: z.boolean(),
    /** Whether the PIN that is asked for was typed. The answer to the redemption tells its outcome. */
    isPinGiven: z.boolean(),
    /** The customer's answer to what is shown; `version` of the words. */
    answer: z.nullable(z.extend(answerSchema, { question: z.string(), version: z.optional(z.int()) })),
  }),
]);
export type TillDisplay = z.infer<typeof tillDisplaySchema>;

/** The display's state. */
export const displaySchema = z.object({
  version: z.int(),
  merchant: namesSchema,
  shown: displayShownSchema,
  isPinGiven: z.boolean(),
  /** After so many milliseconds nothing of it may stay on the screen; null where it says nothing about anybody. */
  leftMs: z.nullable(z.int()),
  /** Name and logo of the programme as they are now: a page that was drawn with others is loaded anew. */
  brand: z.string(),
});
export type Display = z.infer<typeof displaySchema>;

export const pairDisplaySchema = z.object({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) });
/** The version names the redemption that the PIN is for. */
export const displayPinSchema = z.object({
  version: z.int(),
  pin: z.string().check(z.regex(/^\d{4,6}$/)),
});

/** A customer's answer to the screen of this version. */
export const displayAnswerSchema = z.extend(answerSchema, { version: z.int() });
export const displayNewPinSchema = z.extend(displayPinSchema, {
  language: answerSchema.shape.language,
  /** Typed once so far: nothing is set, and a PIN that is easy for this customer is refused. */
  isFirst: z.optional(z.boolean()),
});

/** Live deals for everybody, at the branch of the display's till. */
export const displayDealsSchema = z.object({
  deals: z.array(z.object({ id: idSchema, title: bilingualSchema, image: z.string() })),
});
export type DisplayDeals = z.infer<typeof displayDealsSchema>;
