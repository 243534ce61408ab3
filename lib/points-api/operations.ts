import type { z } from "zod";
import type { Treatment } from "@/lib/areas/clients/masked-request";
import { factsIn } from "./field-facts";
import { findWallet } from "./find-wallet";
import { getClient } from "./get-client";
import { getCoupons } from "./get-coupons";
import { getDeals } from "./get-deals";
import { getTransaction } from "./get-transaction";
import { getWallet } from "./get-wallet";
import { COUPON_ACTS, MOVEMENTS, OPENINGS } from "./movements";
import type { Operation } from "./operation";
import { quote } from "./quote";

export type { PointsOperationName } from "./movements";

/**
 * The operations of interface.md §4 and of rules.md §13, by the name that stands in the path. Both doors, the OpenAPI document and the
 * form to try them out read this list; a test compares it with the route files.
 */
export const OPERATIONS = {
  ...MOVEMENTS,
  GetDeals: getDeals,
  GetWallet: getWallet,
  Quote: quote,
  GetTransaction: getTransaction,
  FindWallet: findWallet,
  GetClient: getClient,
  ...OPENINGS,
  GetCoupons: getCoupons,
  ...COUPON_ACTS,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
/** The operations that are sent a body. */
export type BodyOperationName = Exclude<OperationName, "GetDeals">;
/** The whole envelope of one operation. */
export type ResponseOf<Name extends OperationName> = z.output<(typeof OPERATIONS)[Name]["response"]>;

/** How each field is kept in the log of a client's requests. @throws Error where operations disagree */
export const TREATMENTS = treatments();

function treatments(): Readonly<Record<string, Treatment>> {
  const found: Record<string, Treatment> = {};
  for (const [name, { inLog }] of Object.values(OPERATIONS).flatMap(({ request }) => factsIn(request.shape)))
    if ((found[name] ?? inLog) === inLog) found[name] = inLog;
    else throw new Error(`${name} is kept in two ways`);
  return found;
}
