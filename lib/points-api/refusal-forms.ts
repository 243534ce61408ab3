import type {
  ErrorCode,
  ErrorDetails,
  ErrorParameters,
  ErrorParametersByCode,
  PartNamed,
} from "@/lib/ledger/rules/errors";
import { missingOf } from "@/lib/ledger/with/limits/words";
import type { GetDealsResponse } from "./deals";
import { errorMessage } from "./error-message";
import { carriesWallet } from "./errors";
import type { WireContext } from "./message";
import type { EnrolResponse, PointsResponse, QuoteResponse, RewardResponse } from "./response-schemas";
import { serializeWallet } from "./serialize";
import type { RefusedPart } from "./settled-schemas";

/** An envelope of refused operations, which all of them share that name it, and so do their examples in the API reference. */
export interface RefusalForm<Envelope extends object = object> {
  name: string;
  envelope(failure: Failure, context: WireContext): Envelope;
  /** Codes whose example is the operation's own, with the part of a bill that it names. */
  ownExamples?: Readonly<Partial<Record<ErrorCode, PartNamed>>>;
}

/** Beyond a limit, or held for review, a quote says what it asks for, what is left and what is missing (rules.md §15). */
function quoteFailure(failure: Failure, context: WireContext): QuoteResponse {
  const refused = { transaction: partOf(failure), limits: limitsOf(failure), promotions: [] };
  return { ...pointsFailure(failure, context), ...refused };
}

function limitsOf({ code, params }: Failure): QuoteResponse["limits"] {
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

function pointsFailure(failure: Failure, context: WireContext): PointsResponse {
  return {
    errorCode: String(failure.code),
    errorMessage: errorMessage(failure, context.language),
    offerNumber: 0,
    couponNumber: null,
    couponDetails: null,
    wallet: walletOf(failure, context),
    pointsLog: null,
    transaction: notUndone(failure) ?? partOf(failure),
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

/** The part of a bill that refused its settlement. */
function partOf({ details: { part, couponNumber } }: Failure): RefusedPart | null {
  return part === undefined ? null : { part, couponNumber: couponNumber ?? null };
}

function enrolFailure(failure: Failure, context: WireContext): EnrolResponse {
  const { walletCode } = failure.params as Partial<ErrorParametersByCode[1207]>;
  return {
    ...pointsFailure(failure, context),
    transaction: failure.code === 1207 && walletCode !== undefined ? { walletCode } : null,
  };
}

function rewardFailure(failure: Failure, context: WireContext): RewardResponse {
  return {
    errorCode: String(failure.code),
    errorMessage: errorMessage(failure, context.language),
    pointsLog: null,
    wallet: walletOf(failure, context),
    offerNumber: 0,
    couponNumber: "",
  };
}

function dealsFailure(failure: Failure, { language }: WireContext): GetDealsResponse {
  return {
    deals: [],
    ErrorCode: failure.code,
    ErrorMessage: errorMessage(failure, language),
    EnglishErrorMessage: errorMessage(failure, "en"),
    ArabicErrorMessage: errorMessage(failure, "ar"),
  };
}

function walletOf({ code, details }: Failure, context: WireContext) {
  return carriesWallet(code) && details.wallet !== undefined
    ? serializeWallet(details.wallet, context)
    : null;
}

/** A refusal as the wire needs it; a DomainError is one. */
export interface Failure {
  readonly code: ErrorCode;
  readonly params: ErrorParameters;
  readonly details: Pick<ErrorDetails, "wallet" | "allow" | keyof PartNamed>;
}

/** Example of a refusal that is a coupon's. */
export const COUPON_REFUSED: PartNamed = { part: "coupons", couponNumber: "7KQ2M4XB9TZ3HRWQ" };

export const POINTS_REFUSAL: RefusalForm<PointsResponse> = { name: "Points", envelope: pointsFailure };
export const REWARD_REFUSAL: RefusalForm<RewardResponse> = { name: "Reward", envelope: rewardFailure };
export const QUOTE_REFUSAL: RefusalForm<QuoteResponse> = {
  ...{ name: "Quote", envelope: quoteFailure, ownExamples: { 1702: { part: "reward" } } },
};
export const DEALS_REFUSAL: RefusalForm<GetDealsResponse> = { name: "Deals", envelope: dealsFailure };
export const ENROL_REFUSAL: RefusalForm<EnrolResponse> = {
  ...{ name: "Points", envelope: enrolFailure, ownExamples: { 1207: {} } },
};

/** That of an operation that shows no wallet when it is refused, with what its answer has besides. */
export function refusalWith<More extends object>(
  name: string,
  more: More,
): RefusalForm<PointsResponse & More> {
  return { name, envelope: (failure, context) => ({ ...pointsFailure(failure, context), ...more }) };
}
