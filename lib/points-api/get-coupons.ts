import { z } from "zod";
import { DomainError } from "@/lib/ledger/rules/errors";
import { couponCatalogue, couponsOfWallet } from "@/lib/ledger/with/coupons/lookup";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { formatLocalDate } from "@/lib/platform/time";
import { momentOf } from "@/lib/portal/acts/context";
import { serializeCoupon, serializeOffer } from "./coupons";
import { walletSuccess } from "./envelopes";
import type { IntegrationResponse } from "./message";
import { ANY_BODY, branchOf, movementAnswer } from "./movement";
import type { Call, Operation } from "./operation";
import { requestReader } from "./read-request";
import { refusalWith } from "./refusal-forms";
import { couponsResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";
import { shownTo } from "./strangers";

/** Request of GetCoupons (rules.md §22). */
export const getCouponsRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
  })
  .meta({ id: "GetCouponsRequest" });

/** Lists a wallet's coupons, and what it can have for points (rules.md §22). */
export const getCoupons = {
  name: "GetCoupons",
  method: "POST",
  scope: "wallet",
  summary: { en: "List a wallet's coupons", ar: "تعرض كوبونات حساب النقاط" },
  description:
    "Answers with the wallet, the coupons of it that the merchant takes (those still to be used first, at most 200), and what can be had for points with IssueCoupon. Nothing is moved.",
  request: getCouponsRequestSchema,
  moves: null,
  repeated: "anew",
  certification: null,
  refused: refusalWith("Coupons", { coupons: [], offers: [] }),
  sample: { after: [], keeps: "offerNumber" },
  response: couponsResponseSchema,
  codes: [...ANY_BODY, 1201],
  answer,
} as const satisfies Operation;

const reader = requestReader(getCouponsRequestSchema);

async function answer(call: Call): Promise<IntegrationResponse> {
  const { body } = await reader.readNow(call);
  const { refusal } = branchOf(call, body);
  if (refusal !== null) throw new DomainError(refusal);
  const { services, client, wire } = call;
  const { WalletCode: walletCode, ContactMsisdn: contactMsisdn } = body;
  const wallet = await services.findWallet({ walletCode, contactMsisdn }, client.sandbox);
  if (wallet === null) throw new DomainError(1201);
  const { now, timeZone } = momentOf(services);
  const today = formatLocalDate(now, timeZone);
  const [coupons, offers] = await Promise.all([
    couponsOfWallet(portalPool(), wallet.id, client.merchantId),
    couponCatalogue(portalPool(), client.merchantId, today),
  ]);
  return movementAnswer(
    {},
    {
      ...walletSuccess(await shownTo(client, wallet), wire),
      coupons: coupons.map((coupon) => serializeCoupon(coupon, wire, today)),
      offers: offers.map((offer) => serializeOffer(offer, wire)),
    },
  );
}
