import type { z } from "zod";
import { cancelRequestSchema } from "./cancel";
import { getDealsRequestSchema, getDealsResponseSchema } from "./get-deals";
import { pointsResponseSchema, rewardResponseSchema } from "./objects";
import { redeemUserRequestSchema } from "./redeem-user";
import { refundRequestSchema } from "./refund";
import { rewardRequestSchema } from "./reward";

interface OperationDefinition {
  method: "GET" | "POST";
  /** The scope that a client needs for it (rules.md §4). */
  scope: "reward" | "redeem" | "refund" | "cancel" | "deals";
  request: z.ZodType;
  response: z.ZodType;
}

/** The five operations of interface.md §4, by the name that stands in the path. */
export const OPERATIONS = {
  Reward: {
    method: "POST",
    scope: "reward",
    request: rewardRequestSchema,
    response: rewardResponseSchema,
  },
  RedeemUser: {
    method: "POST",
    scope: "redeem",
    request: redeemUserRequestSchema,
    response: pointsResponseSchema,
  },
  Refund: {
    method: "POST",
    scope: "refund",
    request: refundRequestSchema,
    response: pointsResponseSchema,
  },
  Cancel: {
    method: "POST",
    scope: "cancel",
    request: cancelRequestSchema,
    response: pointsResponseSchema,
  },
  GetDeals: {
    method: "GET",
    scope: "deals",
    request: getDealsRequestSchema,
    response: getDealsResponseSchema,
  },
} as const satisfies Record<string, OperationDefinition>;

export type OperationName = keyof typeof OPERATIONS;
/** The operations that move points. */
export type PointsOperationName = Exclude<OperationName, "GetDeals">;
/** A checked request of one operation. */
export type RequestOf<Name extends OperationName> = z.output<(typeof OPERATIONS)[Name]["request"]>;
/** The whole envelope of one operation. */
export type ResponseOf<Name extends OperationName> = z.output<(typeof OPERATIONS)[Name]["response"]>;

/** Fields that a retry may change: the key itself, and the PIN, which must not be derivable from anything stored. */
const NOT_CONTENT: ReadonlySet<string> = new Set(["ExternalLogId", "PinCode"]);

const CONTENT_FIELDS = {
  Reward: contentFields(rewardRequestSchema),
  RedeemUser: contentFields(redeemUserRequestSchema),
  Refund: contentFields(refundRequestSchema),
  Cancel: contentFields(cancelRequestSchema),
} as const satisfies Record<PointsOperationName, readonly string[]>;

/**
 * The content of a request as one text: two requests mean the same if and only if their texts are equal (rules.md §5).
 * The text of a request never changes once it has been stored as a hash: fields are named and sorted by name, and those
 * without a value are left out, so that a field added to an operation later changes nothing.
 */
export function canonicalRequest<Name extends PointsOperationName>(
  operation: Name,
  request: RequestOf<Name>,
): string {
  const values: Readonly<Record<string, unknown>> = request;
  const content: Record<string, unknown> = { operation };
  for (const field of CONTENT_FIELDS[operation]) {
    const value = values[field];
    if (value !== null && value !== undefined) content[field] = value;
  }
  return JSON.stringify(content);
}

function contentFields(schema: z.ZodObject): readonly string[] {
  return Object.keys(schema.shape)
    .filter((field) => !NOT_CONTENT.has(field))
    .sort();
}
