import { hash } from "node:crypto";
import type { z } from "zod";
import type { CouponDone, CouponInput } from "@/lib/areas/coupons/use-coupon";
import type { CommandType } from "@/lib/ledger/rules/command-facts";
import type { Refusal } from "@/lib/ledger/rules/commands";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import { standingRefusalsOf } from "@/lib/ledger/rules/refusals";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { type AdminActor, clientActor } from "@/lib/portal/acts/actor";
import { couponNumber } from "./coupon-fields";
import { couponSuccess } from "./envelopes";
import type { IntegrationResponse } from "./message";
import {
  ANY_BODY,
  branchOf,
  canonicalRequest,
  contentFields,
  movementAnswer,
  refusalUnlessRetry,
} from "./movement";
import type { Call, Moves, Operation, Trials } from "./operation";
import { requestReader } from "./read-request";
import { referenceOf } from "./reference";
import { POINTS_REFUSAL } from "./refusal-forms";
import { walletResponseSchema } from "./response-schemas";
import { playScenario, quoteScenario } from "./scenarios";
import { FIELDS } from "./shared-fields";
import { shownTo } from "./strangers";

/** Fields of both RedeemCoupon and CancelCoupon. */
export const COUPON_FIELDS = {
  WalletCode: FIELDS.WalletCode,
  ContactMsisdn: FIELDS.ContactMsisdn,
  BranchMsisdn: FIELDS.BranchMsisdn,
  CouponNumber: couponNumber({
    help: {
      en: "The coupon's number in any case, with or without blanks and hyphens.",
      ar: "رقم الكوبون بأحرف كبيرة أو صغيرة، بمسافات وشرطات أو بدونها.",
    },
    inLog: "length",
    example: "7KQ2M4XB9TZ3HRWQ",
  }),
  InvoiceNumber: FIELDS.InvoiceNumber,
  Comment: FIELDS.Comment,
  ExternalLogId: FIELDS.OptionalExternalLogId,
} as const;

type CouponBody = z.output<z.ZodObject<typeof COUPON_FIELDS>>;

type Doing<Body> = (call: Call, actor: AdminActor, input: CouponInput, body: Body) => Promise<CouponDone>;

interface CouponAct<Request extends z.ZodObject, Code extends ErrorCode>
  extends Pick<Operation, "name" | "scope" | "summary" | "description" | "certification" | "sample"> {
  scope: NonNullable<Operation["scope"]>;
  request: Request;
  /** The command of the ledger whose rules of a wallet's standing are its own. */
  standsAs: CommandType;
  /** Codes of its own rules. */
  refuses: readonly Code[];
  moves: Omit<Moves, "what" | "trials"> & { trials: Trials<Code, "personCouponValueMax"> };
}

/** An operation on one coupon that moves no points, from what is its own: what is done with the coupon is `act`. */
export function couponAct<
  const Own extends CouponAct<Request, Code>,
  Request extends z.ZodObject & z.ZodType<CouponBody>,
  const Code extends ErrorCode,
>(own: Own & CouponAct<Request, Code>, act: Doing<z.output<Request>>) {
  return {
    ...own,
    method: "POST" as const,
    moves: { ...own.moves, what: "coupons" as const },
    repeated: "first" as const,
    refused: POINTS_REFUSAL,
    response: walletResponseSchema,
    codes: [
      ...new Set<ErrorCode>([...ANY_BODY, 1201, ...standingRefusalsOf(own.standsAs), ...own.refuses, 1504]),
    ],
    ...callsOf<Request>(own, act),
  };
}

/** From a call to its answer, and to its quote. */
function callsOf<Request extends z.ZodObject & z.ZodType<CouponBody>>(
  { name, scope, request, moves }: Omit<CouponAct<Request, never>, "refuses">,
  act: Doing<z.output<Request>>,
) {
  const reader = requestReader(request);
  const content = contentFields(request);
  const inputOf = (call: Call, body: z.output<Request>, key: string | null): CouponInput => {
    const { client } = call;
    const { branch } = branchOf(call, body);
    const refusal = refusalUnlessRetry(call, body, { key });
    return {
      via: "api",
      clientId: client.id,
      channelId: CHANNEL.posApi,
      walletCode: body.WalletCode,
      contactMsisdn: body.ContactMsisdn,
      number: body.CouponNumber,
      branch: branch === undefined ? null : { id: branch.id, merchantId: client.merchantId },
      invoiceNumber: body.InvoiceNumber ?? undefined,
      comment: body.Comment ?? undefined,
      reference:
        key === null
          ? undefined
          : { key, requestHash: hash("sha256", canonicalRequest(name, content, body), "base64") },
      sandbox: client.sandbox,
      refusalUnlessReplay: refusal,
    };
  };
  return {
    async answer(call: Call): Promise<IntegrationResponse> {
      const { body } = await reader.read(call);
      const key = await referenceOf(call, body, { scope });
      const input = inputOf(call, body, key);
      const carryOut = async (refusal: Refusal | null = null) => {
        const asked = { ...input, refusalUnlessReplay: input.refusalUnlessReplay ?? refusal };
        const { coupon, wallet, isReplay } = await act(call, clientActorOf(call), asked, body);
        return movementAnswer(
          { replayed: isReplay },
          couponSuccess(await shownTo(call.client, wallet), coupon, call.wire),
        );
      };
      const { walletCode, contactMsisdn, reference } = input;
      const asked = {
        operation: { name, moves },
        body,
        common: { walletCode, contactMsisdn: contactMsisdn ?? "", ...(reference && { reference }) },
        contentHash: () => reference?.requestHash ?? canonicalRequest(name, content, body),
      };
      return playScenario(call, asked, carryOut);
    },
    /** Tries the act without doing it (rules.md §13). Throws what it would throw. */
    async quote(call: Call, sent: Readonly<Record<string, unknown>>): Promise<CouponDone> {
      const body = reader.parse(call, sent);
      const input = { ...inputOf(call, body, body.ExternalLogId), isDry: true };
      const { walletCode, contactMsisdn, reference } = input;
      await quoteScenario(call, {
        operation: { name, moves },
        body,
        common: { walletCode, contactMsisdn: contactMsisdn ?? "", ...(reference && { reference }) },
      });
      return act(call, clientActorOf(call), input, body);
    },
  };
}

/** The client as the acts of areas know it. */
export function clientActorOf({ client, request, requestId }: Call): AdminActor {
  const { userId, merchantId } = client;
  return clientActor({ userId, merchantId, ipAddress: request.remoteAddress, requestId });
}
