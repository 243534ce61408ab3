import { z } from "zod";
import { countLook, noteLook } from "@/lib/areas/clients/customer-looks";
import { customerValueOf } from "@/lib/areas/clients/customer-value";
import { DomainError } from "@/lib/ledger/rules/errors";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { findCoupon } from "@/lib/ledger/with/coupons/lookup";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { maskMsisdn, maskName } from "@/lib/platform/mask";
import { momentOf } from "@/lib/portal/acts/context";
import { findWalletsByMsisdn, readWallet, type Wallet } from "@/lib/wallet/read";
import { optionalCouponNumber } from "./coupon-fields";
import { findSuccess } from "./envelopes";
import { optionalMsisdn, optionalText } from "./fields";
import type { IntegrationResponse } from "./message";
import { ANY_BODY, branchOf, movementAnswer } from "./movement";
import type { Call, Operation } from "./operation";
import { requestReader } from "./read-request";
import { refusalWith } from "./refusal-forms";
import { findWalletResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";

/** Request of FindWallet (rules.md §13): one of WalletCode, ContactMsisdn and CouponNumber. */
export const findWalletRequestSchema = z
  .object({
    BranchMsisdn: FIELDS.BranchMsisdn,
    WalletCode: optionalText(32, {
      help: {
        en: "The code on the customer's card. One of the three is required, and one only.",
        ar: "كود كارت العميل. يلزم واحد فقط من الحقول الثلاثة.",
      },
      inLog: "shown",
      example: "100001",
    }),
    ContactMsisdn: optionalMsisdn({
      help: {
        en: "The customer's mobile number. A family may have several wallets with it.",
        ar: "رقم موبايل العميل. وقد يكون للعائلة أكثر من حساب بالرقم نفسه.",
      },
      inLog: "mobile",
      example: "01110000001",
    }),
    CouponNumber: optionalCouponNumber({
      help: { en: "The number of a coupon that the customer shows.", ar: "رقم كوبون يعرضه العميل." },
      inLog: "length",
      example: "7KQ2M4XB9TZ3HRWQ",
    }),
  })
  .meta({ id: "FindWalletRequest" });

/** Answers who a customer is of whom the till has a card, a number or a coupon (rules.md §13). */
export const findWallet = {
  name: "FindWallet",
  method: "POST",
  scope: "wallet",
  summary: {
    en: "Find the customer by card, number or coupon",
    ar: "تجد العميل بالكارت أو الرقم أو الكوبون",
  },
  description:
    "Answers up to five candidates for a card, a mobile number or a coupon; an empty list where nobody is found. `customer` stands for the mobile number for 30 minutes: every operation of this client takes it in `ContactMsisdn`, beside the candidate's `walletCode`. Looks have a rate and a day's limit of their own (1701).",
  request: findWalletRequestSchema,
  moves: null,
  repeated: "anew",
  certification: "finds_customer",
  refused: refusalWith("Find", { wallet: null, transaction: null, candidates: [] }),
  sample: { after: [], keeps: null },
  response: findWalletResponseSchema,
  codes: ANY_BODY,
  answer,
} as const satisfies Operation;

const CANDIDATES_MAX = 5;
const reader = requestReader(findWalletRequestSchema);

async function answer(call: Call): Promise<IntegrationResponse> {
  const { body } = await reader.readNow(call);
  const given = [body.WalletCode, body.ContactMsisdn, body.CouponNumber].filter((value) => value !== null);
  if (given.length === 0) throw new DomainError(1001, { field: "WalletCode" });
  if (given.length > 1)
    throw new DomainError(1002, {
      field: body.CouponNumber === null ? "ContactMsisdn" : "CouponNumber",
      advice: "one_of_three",
    });
  const { refusal } = branchOf(call, body);
  if (refusal !== null) throw new DomainError(refusal);
  const { client, services, now } = call;
  const looker = { clientId: client.id, userId: client.userId, branchCount: client.branches.size, now };
  const wait = await countLook(portalPool(), services.rateLimits, looker);
  if (wait !== null) throw new DomainError(1701, {}, { retryAfterSeconds: wait });
  const found = (await walletsOf(call, body)).filter(isOpen).slice(0, CANDIDATES_MAX);
  if (found.length === 0 && client.sandbox !== undefined) call.noted.trial = { foundNobody: true };
  const walletIds = found.map(({ id }) => id);
  await noteLook(portalPool(), { userId: client.userId, walletIds, now });
  const candidates = found.map((wallet) => candidateOf(wallet, { clientId: client.id, now }));
  return movementAnswer({}, findSuccess(candidates, call.wire));
}

/** As many questions for one that is found as for one that is not. */
async function walletsOf(
  { services, client }: Call,
  { WalletCode, ContactMsisdn, CouponNumber }: z.output<typeof findWalletRequestSchema>,
): Promise<Wallet[]> {
  const at = { ...momentOf(services), sandbox: client.sandbox };
  const pool = portalPool();
  if (ContactMsisdn !== null) return findWalletsByMsisdn(pool, ContactMsisdn, at);
  const coupon = CouponNumber === null ? null : await findCoupon(pool, CouponNumber);
  const by = WalletCode === null ? { id: coupon?.walletId ?? 0 } : { walletCode: WalletCode };
  const wallet = await readWallet(pool, by, at);
  return wallet === null ? [] : [wallet];
}

/** A merged wallet's card still finds it: the operation's refusal names the new one. */
function isOpen({ statusId }: Wallet): boolean {
  return statusId !== WALLET_STATUS.closed;
}

export function candidateOf(
  wallet: Pick<
    Wallet,
    "id" | "walletCode" | "walletType" | "family" | "statusId" | "profile" | "contactMsisdn"
  >,
  { clientId, now }: { clientId: number; now: Date },
) {
  return {
    walletCode: wallet.walletCode,
    kind: wallet.walletType ?? "customer",
    family: wallet.family === null ? null : (wallet.family.role ?? "parent"),
    walletStatusId: wallet.statusId,
    name: wallet.profile.name && maskName(wallet.profile.name),
    contactMsisdn: maskMsisdn(wallet.contactMsisdn),
    customer: customerValueOf({ clientId, walletId: wallet.id, now }),
  };
}
