import type { $ZodError } from "zod/v4/core";
import { DomainError, isDomainError } from "@/lib/ledger/rules/errors";
import { isDatabaseUnavailable } from "@/lib/platform/database/errors";
import type { Bilingual } from "@/lib/platform/language";
import { requestLog } from "@/lib/platform/log";
import { Outage } from "@/lib/platform/outage";
import { errorMessage } from "@/lib/points-api/error-message";
import { errorStatus } from "@/lib/points-api/errors";
import { AdminError, type AdminField, type AnyAdminError, isAdminError } from "@/lib/portal/acts/errors";
import {
  fillIn,
  PORTAL_ERRORS,
  type PortalErrorAnswer,
  type PortalErrorCode,
} from "@/lib/portal/wire/errors";
import { fieldProblems } from "@/lib/portal/wire/field-problems";
import { FIELD_PROBLEMS, type FieldProblem } from "@/lib/portal/wire/problems";

/** Whether there is no such record, or none that the caller may know of. */
export const isNotFound = (thrown: unknown) => isAdminError(thrown) && thrown.code === "not_found";

/** Refuses one field of a request. */
export const fieldRefusal = (field: string, problem: FieldProblem) =>
  new AdminError("validation", { fields: { [field]: FIELD_PROBLEMS[problem] } });

/** Says for every field that a schema refused what is wrong with it, the first problem of each. */
export const validationRefusal = (error: $ZodError, input: unknown) =>
  new AdminError("validation", { fields: fieldProblems(error, input) });

/** Refusals of the interface in the portal's words: Void for Cancel, customer for wallet, payment with points for redemption. */
const PORTAL_WORDS: Partial<Record<DomainError["code"], Partial<Bilingual>>> = {
  1201: {
    en: "No customer has this code with this mobile number",
    ar: "لا يوجد عميل بهذا الكود ورقم الموبايل",
  },
  1202: { en: "The customer is not active", ar: "حساب العميل غير مفعّل" },
  1203: { en: "The customer is suspended", ar: "حساب العميل موقوف مؤقتًا" },
  1204: { en: "The customer's account is closed", ar: "حساب العميل مغلق" },
  1206: { en: "This customer was merged into another one", ar: "دُمج هذا الحساب في حساب آخر" },
  1207: { en: "A customer with this mobile number exists already", ar: "يوجد عميل بهذا الرقم بالفعل" },
  1302: {
    en: "The balance is below the minimum to pay with points ({min})",
    ar: "الرصيد أقل من الحد الأدنى للدفع بالنقاط ({min})",
  },
  1306: {
    en: "Paying with points is switched off for this customer",
    ar: "الدفع بالنقاط غير مفعّل لهذا العميل",
  },
  1411: { en: "This is voided already" },
  1412: { en: "The time in which this could be voided is over" },
  1413: { en: "Something of this was refunded or returned, so it cannot be voided" },
  1414: { en: "This cannot be voided" },
};

/** The words about a refusal of the ledger, as the portal's users read them. */
export function refusalTexts(error: DomainError): Bilingual {
  // Names of the interface's fields stand on no screen.
  if (error.code === 1002 && "form" in error.params) return error.params.form as Bilingual;
  const text = { en: errorMessage(error, "en"), ar: errorMessage(error, "ar") };
  return fillIn({ ...text, ...PORTAL_WORDS[error.code] }, { ...error.params } as Record<string, string>);
}

/** Refusals of the portal that the interface has a code for. */
const WIRE_CODES: Partial<Record<PortalErrorCode, string>> = { own_pin: "1307" };

/** How a refusal is answered. */
export interface RefusalAnswer {
  status: number;
  body: PortalErrorAnswer;
  headers: Record<string, string>;
}

/**
 * Turns an error into the answer for the browser: a refusal as it is, 1902 when the database cannot be used, 1901 with
 * a reference to the log for anything unforeseen. The only such place of the portal.
 */
export function answerRefusal(refused: unknown, requestId: string): RefusalAnswer {
  if (isAdminError(refused)) {
    const { code, params, ...rest } = tellable(refused);
    const { status, ...text } = PORTAL_ERRORS[code];
    return compose(status, {
      code: WIRE_CODES[code] ?? code,
      message: fillIn(text, params),
      ...rest,
      requestId,
    });
  }
  const error = isDomainError(refused) ? refused : unforeseen(refused, requestId);
  return compose(errorStatus(error), {
    code: String(error.code),
    message: refusalTexts(error),
    retryAfterSeconds: error.details.retryAfterSeconds,
    requestId,
  });
}

/** The code of a refusal and its words: of one that is about a single field, those of the field, which say more. */
export function refusalInWords(refused: unknown, requestId: string): { code: string; message: Bilingual } {
  const { code, message, fields } = answerRefusal(refused, requestId).body.error;
  const [problem] = Object.values(fields ?? {});
  return { code, message: problem ?? message };
}

/** Problem of an invalid value, where its name tells. */
const INVALID: Partial<Record<AdminField, FieldProblem>> = {
  agreedOn: "not_yet",
  allowedOrigins: "origins",
  birthDate: "not_yet",
  currency: "currency_kept",
  code: "till_code",
  contactMsisdn: "mobile",
  expiresAt: "still_to_come",
  ipRanges: "addresses",
  nid: "national_id",
  // Its form was checked before.
  pin: "pin_common",
  signing: "signing_secret",
  url: "webhook_address",
  walletCodes: "no_wallet_codes",
  walletType: "test_wallet",
};

interface Tellable {
  code: PortalErrorCode;
  /** Values that the code's text names. */
  params?: Readonly<Record<string, unknown>>;
  fields?: Readonly<Record<string, Bilingual>>;
  retryAfterSeconds?: number;
}

/** A refusal as it is told: one about a single value marks its field. */
function tellable(error: AnyAdminError): Tellable {
  const ofField = (field: string, problem: FieldProblem): Tellable => ({
    code: "validation",
    fields: { [field]: FIELD_PROBLEMS[problem] },
  });
  switch (error.code) {
    case "taken":
      return ofField(error.params.field, "taken");
    case "invalid":
      return ofField(
        error.params.field,
        error.params.isMissing ? "required" : (INVALID[error.params.field] ?? "invalid"),
      );
    case "incomplete": {
      const required = error.params.fields.map((field) => [field, FIELD_PROBLEMS.required]);
      return { code: "validation", fields: Object.fromEntries(required) };
    }
    case "family":
      return ofField("parentWalletCode", `family_${error.params.reason}`);
    case "picture":
      return ofField("picture", `picture_${error.params.problem}`);
    case "validation":
      return { code: error.code, fields: error.params.fields };
    case "sign_in_paused":
      return { code: error.code, params: error.params, retryAfterSeconds: error.params.seconds };
    case "rate_limited":
    case "too_many_views": {
      const { seconds } = error.params;
      const params = { minutes: Math.ceil(seconds / 60) };
      return { code: "rate_limited", params, retryAfterSeconds: seconds };
    }
    default:
      return { code: error.code, params: { ...error.params } };
  }
}

const RETRY_AFTER_SECONDS = 2;

function unforeseen(thrown: unknown, requestId: string): DomainError {
  if (isDatabaseUnavailable(thrown)) {
    Outage.ofProcess().refused(thrown);
    requestLog(requestId).warn({ err: thrown }, "Answered unavailable");
    return new DomainError(1902, {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  requestLog(requestId).error({ err: thrown }, "A request of the portal failed");
  return new DomainError(1901, { requestId });
}

function compose(
  status: number,
  {
    fields,
    retryAfterSeconds,
    ...error
  }: {
    code: string;
    message: Bilingual;
    fields?: Readonly<Record<string, Bilingual>> | undefined;
    retryAfterSeconds?: number | undefined;
    requestId: string;
  },
): RefusalAnswer {
  return {
    status,
    body: {
      error: {
        ...error,
        ...(fields !== undefined && { fields: { ...fields } }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
    },
    headers: retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) },
  };
}
