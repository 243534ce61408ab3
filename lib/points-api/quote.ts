import { z } from "zod";
import type { CouponDone } from "@/lib/areas/coupons/use-coupon";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import type { Entry } from "@/lib/ledger/rules/types";
import { couponQuoteSuccess, couponSuccess, quoteSuccess } from "./envelopes";
import { declared, factsOf } from "./field-facts";
import { oneOf } from "./fields";
import type { IntegrationResponse } from "./message";
import { ANY_BODY, changeOf, movementAnswer, type Quoted } from "./movement";
import { COUPON_ACTS, MOVEMENTS } from "./movements";
import type { Call, Operation } from "./operation";
import { readSentBody, requestReader } from "./read-request";
import { QUOTE_REFUSAL } from "./refusal-forms";
import { quoteResponseSchema } from "./response-schemas";
import { shownTo } from "./strangers";

const QUOTED = { ...MOVEMENTS, ...COUPON_ACTS } as const;
type QuotedName = keyof typeof QUOTED;

const AS_QUOTED = {
  en: "As in the operation that is quoted.",
  ar: "كما في العملية المطلوب معرفة نتيجتها.",
};

const OPERATION = oneOf(Object.keys(QUOTED) as [QuotedName, ...QuotedName[]], {
  help: { en: "The operation to quote.", ar: "العملية المطلوب معرفة نتيجتها." },
  inLog: "shown",
  example: "RedeemUser",
});
const operationReader = requestReader(z.object({ Operation: OPERATION }));

/** Request of Quote (rules.md §13): `Operation`, and that operation's own fields. */
export const quoteRequestSchema = z.object({ Operation: OPERATION, ...fieldsOfAll() }).meta({
  id: "QuoteRequest",
  description: "`Operation` and that operation's own fields, those that it requires included.",
});

/** Codes that a quote never answers: of a PIN, which it does not read, and of a reference, which it does not need. */
const NOT_IN_QUOTES: ReadonlySet<ErrorCode> = new Set([1310, 1311, 1504]);

/** Says what an operation would come to (rules.md §13). */
export const quote = {
  name: "Quote",
  method: "POST",
  scope: "wallet",
  summary: { en: "Say what an operation would come to", ar: "تذكر نتيجة العملية قبل تنفيذها" },
  description:
    "Answers what the operation would answer now, by the same rules, in the envelope of RedeemUser: the wallet as it would be, and the entry that there would be, with `id` 0. Nothing is moved and no reference is used up; with one that was used before the answer is the first one again. `PinCode` is not read: it is neither compared nor counted, and `transaction.isPinRequired` says whether it will be asked for.",
  request: quoteRequestSchema,
  moves: null,
  repeated: "quoted",
  certification: "quotes",
  refused: QUOTE_REFUSAL,
  sample: { after: [], keeps: null },
  response: quoteResponseSchema,
  codes: codesOfAll(),
  answer,
} as const satisfies Operation;

async function answer(call: Call): Promise<IntegrationResponse> {
  const sent = await readSentBody(call);
  const { Operation: operation } = operationReader.parse(call, sent);
  const quoted = await QUOTED[operation].quote(call, sent);
  return "coupon" in quoted ? couponQuote(call, operation, quoted) : movementQuote(call, operation, quoted);
}

async function couponQuote(call: Call, operation: QuotedName, { coupon, wallet, isReplay }: CouponDone) {
  const done = couponSuccess(await shownTo(call.client, wallet), coupon, call.wire);
  return movementAnswer({ replayed: isReplay }, couponQuoteSuccess(done, operation));
}

async function movementQuote(call: Call, operation: QuotedName, { posted, ...told }: Quoted) {
  const { replayed, isExpired } = posted;
  const shown = { isExpired, ...changeOf(replayed ? posted : unwritten(posted)) };
  const change = { ...shown, wallet: await shownTo(call.client, shown.wallet) };
  return movementAnswer(posted, quoteSuccess(change, { operation, ...told }, call.wire));
}

/** Nothing was written: neither entry nor coupon has a number. */
function unwritten({ entry, coupon, bill, ...posted }: PostedEntry): PostedEntry {
  const unnumbered = (one: Entry) => ({ ...one, id: 0 });
  return {
    ...posted,
    entry: unnumbered(entry),
    coupon: coupon && { ...coupon, number: "" },
    bill: bill && { ...bill, redemption: bill.redemption && unnumbered(bill.redemption) },
  };
}

/** Every field that one of the movements has. One that only some require is required by none of the others. */
function fieldsOfAll(): z.ZodRawShape {
  const all = Object.values(QUOTED).map(
    (quoted): z.ZodRawShape => ("quoted" in quoted ? quoted.quoted.shape : quoted.request.shape),
  );
  const names = new Set(all.flatMap((shape) => Object.keys(shape)));
  return Object.fromEntries(
    [...names].map((name) => {
      const those = all.flatMap((shape) => (shape[name] as z.ZodType | undefined) ?? []);
      const isShared = those.length === all.length;
      const [first = z.never()] = those;
      const optional = those.find((schema) => z.safeParse(schema, undefined).success);
      const told = new Set(those.map((schema) => factsOf(schema).help.en));
      const field = isShared ? first : (optional ?? z.optional(first));
      if (told.size === 1) return [name, field];
      const facts = { ...factsOf(field), help: AS_QUOTED };
      return [name, declared(field.meta({ ...field.meta(), description: AS_QUOTED.en }), facts)];
    }),
  );
}

function codesOfAll(): ErrorCode[] {
  const codes = Object.values(QUOTED).flatMap(({ codes }): readonly ErrorCode[] => codes);
  return [...new Set<ErrorCode>([...ANY_BODY, ...codes])].filter((code) => !NOT_IN_QUOTES.has(code));
}
