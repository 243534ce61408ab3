import type {
  ErrorCode,
  ErrorDetails,
  ErrorParameters,
  ErrorParametersByCode,
} from "@/lib/ledger/core/errors";
import { missingOf } from "@/lib/ledger/with/limits/words";
import type { Language } from "@/lib/platform/language";
import type { GetDealsResponse } from "./deals";
import { errorMessage } from "./error-message";
import { carriesWallet } from "./errors";
import { formOf } from "./field-form";
import type { WireContext } from "./message";
import type { OperationName, ResponseOf } from "./operations";
import type { EnrolResponse, PointsResponse, QuoteResponse, RewardResponse } from "./response-schemas";
import { serializeWallet } from "./serialize";
/**
 * The whole envelope of a refused operation, every key present (rules.md §11). The wallet is shown only when
 * the code allows it and the refusal carries one. A path that names no operation is answered as 2.5.
 */
export function failureEnvelope<Name extends OperationName>(
  operation: Name,
  failure: Failure,
  context: WireContext,
): ResponseOf<Name>;

export function failureEnvelope(
  operation: OperationName | null,
  failure: Failure,
  context: WireContext,
): ResponseOf<OperationName>;

export function failureEnvelope(
  operation: OperationName | null,
  refused: Failure,
  context: WireContext,
): ResponseOf<OperationName> {
  const failure = withForm(operation, refused);
  if (operation === "GetDeals") return dealsFailure(failure, context.language);
  if (operation === "Reward") return rewardFailure(failure, context);
  if (operation === "Quote") return quoteFailure(failure, context);
  if (operation === "FindWallet")
    return { ...pointsFailure(failure, context), wallet: null, transaction: null, candidates: [] };
  if (operation === "GetClient")
    return { ...pointsFailure(failure, context), wallet: null, transaction: null, client: null };
  if (operation === "GetCoupons") return { ...pointsFailure(failure, context), coupons: [], offers: [] };
  return operation === "Enrol" ? enrolFailure(failure, context) : pointsFailure(failure, context);
}

/** A refused value is told with the form of its field, unless there is better advice. */
function withForm(operation: OperationName | null, failure: Failure): Failure {
  const { allow } = failure.details;
  if (failure.code === 1007 && allow !== undefined)
    return { ...failure, code: 1007, params: { form: methodsOf(allow) }, details: failure.details };
  if (failure.code !== 1002) return failure;
  const params = failure.params as ErrorParametersByCode[1002];
  const form = params.advice === undefined ? formOf(operation, params.field) : null;
  return form === null
    ? failure
    : { ...failure, code: 1002, params: { ...params, form }, details: failure.details };
}

/** The text of 1007 where the method is not the address's. */
export function methodsOf(allow: readonly string[]) {
  const methods = allow.join(", ");
  return { en: `Send it as ${methods}`, ar: `الطريقة غير مسموح بها، أرسله بطريقة ${methods}` };
}

/** Beyond a limit, or held for review, a quote says what it asks for, what is left and what is missing (rules.md §15). */
export function quoteFailure(failure: Failure, context: WireContext): QuoteResponse {
  return { ...pointsFailure(failure, context), transaction: null, limits: limitsOf(failure), promotions: [] };
}

export function limitsOf({ code, params }: Failure): QuoteResponse["limits"] {
  const breaches =
    code === 1703 || code === 1704
      ? (params as ErrorParametersByCode[1703 | 1704]).breaches
      : code === 1702
        ? [params as ErrorParametersByCode[1702]]
        : code === 1307
          ? [{ limit: "unprovedValueMax" as const, ...(params as ErrorParametersByCode[1307]) }]
          : [];
  return breaches.map((breach) => ({ ...breach, missing: missingOf(breach) }));
}

export function pointsFailure(failure: Failure, context: WireContext): PointsResponse {
  return {
    errorCode: String(failure.code),
    errorMessage: errorMessage(failure, context.language),
    offerNumber: 0,
    couponNumber: null,
    couponDetails: null,
    wallet: walletOf(failure, context),
    pointsLog: null,
    transaction: notUndone(failure),
    totalAmount: 0,
  };
}

/** With 1414, what stands under the reference and cannot be undone. */
function notUndone({ code, params }: Failure): PointsResponse["transaction"] {
  if (code !== 1414) return null;
  const { entryId = null, logTypeId = null, operation = null } = params as ErrorParametersByCode[1414];
  if (entryId === null && operation === null) return null;
  return { operation, logId: entryId, logTypeId };
}

export function enrolFailure(failure: Failure, context: WireContext): EnrolResponse {
  const { walletCode } = failure.params as Partial<ErrorParametersByCode[1207]>;
  return {
    ...pointsFailure(failure, context),
    transaction: failure.code === 1207 && walletCode !== undefined ? { walletCode } : null,
  };
}

export function rewardFailure(failure: Failure, context: WireContext): RewardResponse {
  return {
    errorCode: String(failure.code),
    errorMessage: errorMessage(failure, context.language),
    pointsLog: null,
    wallet: walletOf(failure, context),
    offerNumber: 0,
    couponNumber: "",
  };
}

export function dealsFailure(failure: Failure, language: Language): GetDealsResponse {
  return {
    deals: [],
    ErrorCode: failure.code,
    ErrorMessage: errorMessage(failure, language),
    EnglishErrorMessage: errorMessage(failure, "en"),
    ArabicErrorMessage: errorMessage(failure, "ar"),
  };
}

export function walletOf({ code, details }: Failure, context: WireContext) {
  return carriesWallet(code) && details.wallet !== undefined
    ? serializeWallet(details.wallet, context)
    : null;
}

/** A refusal as the wire needs it; a DomainError is one. */
export interface Failure {
  readonly code: ErrorCode;
  readonly params: ErrorParameters;
  readonly details: Pick<ErrorDetails, "wallet" | "allow">;
}
