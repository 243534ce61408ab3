import { hash } from "node:crypto";
import type { ApiClient } from "@/lib/areas/clients/api-client";
import type { Actor, PostedEntry, Reference, Refusal } from "@/lib/ledger/commands";
import { DomainError, isDomainError } from "@/lib/ledger/errors";
import { CHANNEL } from "@/lib/ledger/types";
import { cancel } from "@/lib/points-api/commands/cancel";
import { redeemUser } from "@/lib/points-api/commands/redeem-user";
import { refund } from "@/lib/points-api/commands/refund";
import { reward } from "@/lib/points-api/commands/reward";
import type { Services } from "@/lib/services";
import { readJson } from "./body";
import { dealsResponse } from "./deals-response";
import { pointsSuccess, rewardSuccess } from "./envelopes";
import { IDEMPOTENCY_KEY_LENGTH_MAX } from "./fields";
import { getDealsRequestSchema } from "./get-deals";
import type { IntegrationRequest, IntegrationResponse } from "./message";
import {
  canonicalRequest,
  OPERATIONS,
  type OperationName,
  type PointsOperationName,
  type RequestOf,
} from "./operations";
import { parseRequest } from "./request";
import { resolveTransactionDate } from "./reward";
import type { WireContext } from "./serialize";

/** An authenticated call of one operation. */
export interface Call {
  services: Services;
  request: IntegrationRequest;
  client: ApiClient;
  wire: WireContext;
  now: Date;
  /** Where what was read of the request is noted for the client's log. */
  noted: { body?: Readonly<Record<string, unknown>> };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;

/** Each operation, from a call to its answer. Throws DomainError for every refusal. */
export const ENDPOINTS: Record<OperationName, (call: Call) => Promise<IntegrationResponse>> = {
  Reward: async (call) => {
    const body = await read("Reward", call);
    const common = commonOf("Reward", call, body);
    const date = transactionDate(body.TransactionDate, call);
    const posted = await reward(call.services, {
      value: body.PointsValue,
      skuId: body.SkuId ?? undefined,
      invoiceDate: date.value ?? undefined,
      invoiceNumber: body.InvoiceNumber ?? undefined,
      ...common,
      ...(common.refuseUnlessReplay === undefined ? date.refusal : {}),
    });
    // What is answered again may have lapsed since.
    const isExpired = posted.replayed && (await call.services.isExpired(posted.entry));
    return success(posted, rewardSuccess({ isExpired, ...changeOf(posted) }, call.wire));
  },
  RedeemUser: async (call) => {
    const body = await read("RedeemUser", call);
    const posted = await redeemUser(call.services, {
      value: body.PointsValue,
      pin: body.PinCode ?? undefined,
      comment: body.Comment ?? undefined,
      ...commonOf("RedeemUser", call, body),
    });
    return success(posted, pointsSuccess(changeOf(posted), call.wire));
  },
  Refund: async (call) => {
    const body = await read("Refund", call);
    const posted = await refund(call.services, {
      entryId: body.TransactionId,
      points: body.Points ?? undefined,
      value: body.PointsValue ?? undefined,
      invoiceNumber: body.InvoiceNumber ?? undefined,
      comment: body.Comment ?? undefined,
      ...commonOf("Refund", call, body),
    });
    return success(posted, pointsSuccess(changeOf(posted), call.wire));
  },
  Cancel: async (call) => {
    const body = await read("Cancel", call);
    const common = commonOf("Cancel", call, body);
    const posted = await cancel(call.services, {
      target: cancelTarget(body),
      invoiceNumber: body.InvoiceNumber ?? undefined,
      comment: body.Comment ?? undefined,
      ...common,
    });
    return success(posted, pointsSuccess(changeOf(posted), call.wire));
  },
  GetDeals: async (call) => {
    if (call.request.query === "") return dealsResponse(call, null);
    // An empty ratePlan is what a form sends for none.
    const ratePlans = new URLSearchParams(call.request.query)
      .getAll("ratePlan")
      .filter((plan) => plan !== "");
    const { ratePlan } = parseRequest(getDealsRequestSchema, {
      ratePlan: ratePlans.length > 1 ? ratePlans : ratePlans[0],
    });
    return dealsResponse(call, ratePlan);
  },
};

function read<Name extends PointsOperationName>(
  operation: Name,
  { request, noted }: Call,
): Promise<RequestOf<Name>> {
  return readJson(request).then((body) => {
    noted.body = body;
    return parseRequest(OPERATIONS[operation].request, body) as RequestOf<Name>;
  });
}

interface Common {
  walletCode: string;
  contactMsisdn: string;
  actor: Actor;
  externalLogId: string;
  reference?: Reference;
  refuseUnlessReplay?: Refusal;
}

/** What all four points operations have in common. Throws 1504, and 1110 or 1111 where it cannot be a retry. */
function commonOf<Name extends PointsOperationName>(
  operation: Name,
  call: Call,
  body: RequestOf<Name>,
): Common {
  const { client } = call;
  const key = body.ExternalLogId ?? idempotencyKey(call.request);
  if (key === null && client.keyRequiredFor.has(OPERATIONS[operation].scope)) throw new DomainError(1504);
  const branch = client.branches.get(body.BranchMsisdn);
  const refusal = branch === undefined ? 1110 : branch.isActive ? null : 1111;
  // A retry is answered as the first time even if its branch is gone since; without a reference it cannot be a retry.
  if (refusal !== null && key === null) throw new DomainError(refusal);
  return {
    walletCode: body.WalletCode,
    contactMsisdn: body.ContactMsisdn,
    externalLogId: body.ExternalLogId ?? "",
    actor: {
      userId: client.userId,
      channelId: CHANNEL.posApi,
      merchantId: client.merchantId,
      branchId: branch?.id ?? null,
      branchMsisdn: branch?.msisdn ?? null,
    },
    ...(key === null ? {} : { reference: { key, requestHash: contentHash(operation, body) } }),
    ...(refusal === null ? {} : { refuseUnlessReplay: { code: refusal, parameters: {} } }),
  };
}

/** The header that stands in for an ExternalLogId. Throws 1002 when it is no usable key. */
function idempotencyKey(request: IntegrationRequest): string | null {
  const key = request.header("idempotency-key")?.trim();
  if (key === undefined || key === "") return null;
  if (key.length > IDEMPOTENCY_KEY_LENGTH_MAX || !IDEMPOTENCY_KEY.test(key)) {
    throw new DomainError(1002, { field: "Idempotency-Key" });
  }
  return key;
}

function contentHash<Name extends PointsOperationName>(operation: Name, body: RequestOf<Name>): string {
  return hash("sha256", canonicalRequest(operation, body), "base64");
}

/** The date of the sale. One outside its window is refused, but a retry that comes late is still a retry. */
function transactionDate(
  text: string | null,
  { now, wire }: Call,
): { value: Date | null; refusal: { refuseUnlessReplay?: Refusal } } {
  try {
    return { value: resolveTransactionDate(text, { now, zone: wire.zone }), refusal: {} };
  } catch (error) {
    if (!isDomainError(error) || error.code !== 1002) throw error;
    return {
      value: null,
      refusal: { refuseUnlessReplay: { code: 1002, parameters: { field: "TransactionDate" } } },
    };
  }
}

function cancelTarget(body: RequestOf<"Cancel">): { entryId: number } | { originalKey: string } {
  if (body.TransactionId !== null) return { entryId: body.TransactionId };
  if (body.OriginalExternalLogId !== null) return { originalKey: body.OriginalExternalLogId };
  throw new DomainError(1001, { field: "TransactionId" });
}

function changeOf({ wallet, entry, related }: PostedEntry) {
  return {
    wallet,
    entry,
    ...(entry.logTypeId === 4 && related !== null ? { cancelledLogTypeId: related.logTypeId } : {}),
  };
}

function success({ replayed }: PostedEntry, envelope: object): IntegrationResponse {
  return {
    status: 200,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(replayed ? { "Idempotent-Replayed": "true" } : {}),
    },
    body: JSON.stringify(envelope),
  };
}
