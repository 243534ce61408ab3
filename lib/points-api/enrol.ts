import { hash } from "node:crypto";
import { z } from "zod";
import type { EnrolCustomerInput } from "@/lib/areas/wallets/enrol-customer";
import { WALLET_CODE } from "@/lib/areas/wallets/schemas";
import { ENROL_REFERENCES } from "@/lib/ledger/rules/command-facts";
import { DomainError } from "@/lib/ledger/rules/errors";
import { clientActor } from "@/lib/portal/acts/actor";
import { isAdminError } from "@/lib/portal/acts/errors";
import { refuseExpiredCustomer } from "./customer-value";
import { walletSuccess } from "./envelopes";
import {
  consent,
  msisdn,
  optionalDay,
  optionalMsisdn,
  optionalName,
  optionalPin,
  optionalText,
} from "./fields";
import type { IntegrationResponse } from "./message";
import { ANY_BODY, branchOf, canonicalRequest, contentFields, movementAnswer } from "./movement";
import type { Call, Operation } from "./operation";
import { requestReader } from "./read-request";
import { referenceOf } from "./reference";
import { ENROL_REFUSAL } from "./refusal-forms";
import { enrolResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";

/** Request of Enrol (rules.md §13). */
export const enrolRequestSchema = z
  .object({
    ContactMsisdn: msisdn({
      help: {
        en: "Mobile number of the new customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country.",
        ar: "رقم موبايل العميل الجديد. `01…` و`201…` و`+201…` و`00201…` رقم واحد، والرقم بدون كود دولة من أرقام دولة البرنامج.",
      },
      inLog: "mobile",
      example: "01110000001",
    }),
    BranchMsisdn: FIELDS.BranchMsisdn,
    Consent: consent({
      help: {
        en: "True when the customer has agreed to the programme's words; anything else is 1208.",
        ar: "true إذا وافق العميل على نص البرنامج، وأي قيمة أخرى تُرفض بالكود 1208.",
      },
      inLog: "shown",
    }),
    Name: optionalName(120, {
      help: { en: "The customer's name.", ar: "اسم العميل." },
      inLog: "length",
      example: "Mona Adel",
    }),
    BirthDate: optionalDay({
      help: { en: "The customer's day of birth, ISO 8601.", ar: "تاريخ ميلاد العميل بصيغة ISO 8601." },
      inLog: "length",
      example: "1990-05-17",
    }),
    PinCode: optionalPin({
      help: {
        en: "The wallet's PIN, 4 to 6 digits. Those that everybody tries first are refused: 0000, 1234, the day or year of birth, the end of the mobile number.",
        ar: "الرقم السري لحساب النقاط، من 4 إلى 6 أرقام. تُرفض الأرقام سهلة التخمين: 0000 و1234 ويوم الميلاد أو سنته وآخر رقم الموبايل.",
      },
      inLog: "secret",
      example: "4071",
    }),
    WalletCode: optionalText(32, {
      help: {
        en: "The code of the customer's card. One is made when it is absent.",
        ar: "كود كارت العميل. يُنشأ كود جديد إذا لم يُرسل.",
      },
      inLog: "shown",
      example: "700100200",
    }).refine((code) => code === null || WALLET_CODE.test(code)),
    ReferralMsisdn: optionalMsisdn({
      help: {
        en: "Mobile number of whoever recommended the programme, not the customer's own (1002). Kept as it is said here, and never changed. Where the programme gives bonuses for it, both get theirs with the customer's first reward.",
        ar: "رقم موبايل من رشّح البرنامج، لا رقم العميل نفسه (1002). يُحفظ كما أُرسل ولا يتغيّر. إن كان البرنامج يمنح مكافآت على ذلك حصل عليها الاثنان مع أول مكافأة للعميل.",
      },
      inLog: "mobile",
      example: "01110000001",
    }),
    ExternalLogId: FIELDS.OptionalExternalLogId,
  })
  .meta({ id: "EnrolRequest" });

/** Opens a wallet (rules.md §13). */
export const enrol = {
  name: "Enrol",
  method: "POST",
  scope: "enrol",
  summary: { en: "Open a wallet for a customer", ar: "تفتح حساب نقاط لعميل جديد" },
  description:
    "Opens an active wallet without points and records the customer's consent to the programme's present words, in the language of `Accept-Language`. A mobile number that has an open wallet is refused with 1207, and `transaction.walletCode` shows the end of that wallet's code. Under a reference a repeated request is answered with the same wallet, with or without its PIN. It cannot be undone: a Cancel by its reference is refused with 1414.",
  request: enrolRequestSchema,
  moves: {
    what: "wallets",
    references: ENROL_REFERENCES,
    undo: "never",
    couponActs: [],
    answers: "always",
    trials: {},
  },
  repeated: "first",
  certification: "enrols",
  refused: ENROL_REFUSAL,
  sample: { after: [], keeps: null },
  response: enrolResponseSchema,
  codes: [...ANY_BODY, 1207, 1208, 1416, 1501, 1504],
  answer,
} as const satisfies Operation;

const reader = requestReader(enrolRequestSchema);
const CONTENT = contentFields(enrolRequestSchema);

async function answer(call: Call): Promise<IntegrationResponse> {
  const { body } = await reader.read(call);
  const { client, services, request, wire } = call;
  refuseExpiredCustomer(call);
  if (!body.Consent) throw new DomainError(1208);
  if (body.ReferralMsisdn === body.ContactMsisdn)
    throw new DomainError(1002, { field: "ReferralMsisdn", advice: "own_number" });
  const key = await referenceOf(call, body, { scope: "enrol" });
  const { refusal } = branchOf(call, body);
  if (refusal !== null && key === null) throw new DomainError(refusal);
  const { userId, merchantId } = client;
  const actor = clientActor({
    userId,
    merchantId,
    ipAddress: request.remoteAddress,
    requestId: call.requestId,
  });
  const input: EnrolCustomerInput = {
    via: "api",
    contactMsisdn: body.ContactMsisdn,
    consent: { language: wire.language },
    name: body.Name ?? undefined,
    birthDate: body.BirthDate ?? undefined,
    pin: body.PinCode ?? undefined,
    walletCode: body.WalletCode ?? undefined,
    referralMsisdn: body.ReferralMsisdn ?? undefined,
    sandbox: client.sandbox,
    reference: key === null ? undefined : { key, requestHash: contentHash(body) },
    refusalUnlessReplay: refusal,
  };
  const { wallet, isReplay } = await services.enrol(actor, input).catch(refuseField);
  return movementAnswer({ replayed: isReplay }, walletSuccess(wallet, wire));
}

/** The request's names of what the act may refuse. */
const FIELD_NAMES: Readonly<Partial<Record<string, string>>> = {
  birthDate: "BirthDate",
  contactMsisdn: "ContactMsisdn",
  pin: "PinCode",
  referralMsisdn: "ReferralMsisdn",
  walletCode: "WalletCode",
};

/** A value that cannot be used, or that another wallet has already. */
function refuseField(error: unknown): never {
  if (!isAdminError(error) || (error.code !== "invalid" && error.code !== "taken")) throw error;
  const field = FIELD_NAMES[error.params.field];
  if (field === undefined) throw error;
  // Its digits were counted before: they are refused here for being guessed.
  throw new DomainError(1002, field === "PinCode" ? { field, advice: "pin_too_easy" } : { field });
}

function contentHash(body: z.output<typeof enrolRequestSchema>): string {
  return hash("sha256", canonicalRequest("Enrol", CONTENT, body), "base64");
}
