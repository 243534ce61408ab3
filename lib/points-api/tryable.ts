import type { ApiClient, ClientBranch } from "@/lib/areas/clients/api-client";
import type { TryItExamples } from "@/lib/areas/clients/desk-schemas";
import type { Actor, Command, ExpireCommand } from "@/lib/ledger/rules/commands";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL, LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import { couponCatalogue, couponsOfWallet } from "@/lib/ledger/with/coupons/lookup";
import { couponProblem } from "@/lib/ledger/with/coupons/use";
import { walletHistory } from "@/lib/log/history";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { moneyOf } from "@/lib/platform/money";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { formatLocalDate, formatOffsetDateTime } from "@/lib/platform/time";
import { momentOf } from "@/lib/portal/acts/context";
import { type Services, services } from "@/lib/services";
import { readWalletFacts } from "@/lib/wallet/facts";
import { EXAMPLE, REQUEST_EXAMPLES } from "./example-requests";
import type { OPERATIONS, OperationName } from "./operations";

/** The client of the demo data, whose ClientId the reference names. */
const DEMO_CLIENT_ID = "pis_test_demo";
/** So many of the wallet's newest entries are looked at. */
const LOOKED_AT = 5;

type Fields = Readonly<Record<string, unknown>>;

/** The operations whose example names a record. */
type NamingOperation = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]["sample"]["after"] extends readonly [] ? never : Name;
}[OperationName];

/** Data that make the examples work as they stand, here and now. */
export interface Tryable {
  /** How new references begin. */
  reference: string;
  transactionDate: string;
  newMsisdn: string;
  /** Records that the operation's example can name; null where there are none. */
  named: Readonly<Record<NamingOperation, Fields | null>> | null;
}

/** Looks up what the examples need. Without the demo data there is nothing to name. */
export async function findTryable(services: Services): Promise<Tryable> {
  const now = services.clock.now();
  const client = await services.clients.find(DEMO_CLIENT_ID);
  return {
    reference: `TRY-${now.getTime().toString(36)}-`,
    transactionDate: formatOffsetDateTime(now, services.programme.timeZone()),
    newMsisdn: `015${String(now.getTime()).slice(-8)}`,
    named: client === null ? null : await findNamed(services, client),
  };
}

async function findNamed(services: Services, client: ApiClient): Promise<Tryable["named"]> {
  const { WalletCode, ContactMsisdn, BranchMsisdn } = REQUEST_EXAMPLES.Refund;
  const [wallet] = await readWalletFacts(portalPool(), { ids: [], walletCodes: [WalletCode] });
  const branch = client.branches.get(normalizeMsisdn(BranchMsisdn) ?? "");
  if (wallet === undefined || branch === undefined) return null;
  return {
    ...(await findEntries(services, client, { walletId: wallet.id, branch, WalletCode, ContactMsisdn })),
    ...(await findCoupons(services, client, { walletId: wallet.id, branch })),
  };
}

interface Place {
  walletId: number;
  branch: ClientBranch;
}

async function findEntries(
  services: Services,
  client: ApiClient,
  { walletId, branch, WalletCode, ContactMsisdn }: Place & { WalletCode: string; ContactMsisdn: string },
) {
  const actor: Actor = {
    userId: client.userId,
    channelId: CHANNEL.posApi,
    merchantId: client.merchantId,
    branchId: branch.id,
    branchMsisdn: branch.msisdn,
  };
  const common = {
    walletCode: WalletCode,
    contactMsisdn: normalizeMsisdn(ContactMsisdn) ?? "",
    actor,
    externalLogId: "",
  };
  const newest = async (logTypeId: LogTypeId) => {
    const filter = { logTypeIds: [logTypeId], merchantId: client.merchantId };
    const { entries } = await walletHistory(portalPool(), { walletId, filter, limit: LOOKED_AT });
    return entries.map(({ entry }) => entry.id);
  };
  const rewards = await newest(LOG_TYPE.reward);
  const cancellable = await firstPossible(services, rewards, (entryId) => ({
    type: "cancel",
    target: { entryId },
    ...common,
  }));
  const returnable = await firstPossible(
    services,
    rewards.filter((entryId) => entryId !== cancellable),
    (entryId) => ({
      type: "return",
      entryId,
      value: moneyOf(REQUEST_EXAMPLES.ReturnReward.PointsValue),
      ...common,
    }),
  );
  const refundable = await firstPossible(services, await newest(LOG_TYPE.redemption), (entryId) => ({
    type: "refund",
    entryId,
    points: REQUEST_EXAMPLES.Refund.Points,
    ...common,
  }));
  const holds = await newest(LOG_TYPE.hold);
  const capturable = await firstPossible(services, holds, (holdId) => ({
    type: "capture",
    holdId,
    value: moneyOf(REQUEST_EXAMPLES.Capture.PointsValue),
    ...common,
  }));
  const releasable = await firstPossible(
    services,
    holds.filter((holdId) => holdId !== capturable),
    (holdId) => ({ type: "release_hold", holdId, ...common }),
  );
  const known = refundable ?? cancellable ?? returnable;
  return {
    Cancel: cancellable === null ? null : { TransactionId: cancellable },
    ReturnReward: returnable === null ? null : { TransactionId: returnable },
    Refund: refundable === null ? null : { TransactionId: refundable },
    GetTransaction: known === null ? null : { TransactionId: known },
    Capture: capturable === null ? null : { HoldId: capturable },
    Release: releasable === null ? null : { HoldId: releasable },
  };
}

/** An offer that can be had, a coupon of the wallet that can be used, and one whose use can be taken back. */
async function findCoupons(services: Services, { merchantId }: ApiClient, { walletId, branch }: Place) {
  const { now, timeZone } = momentOf(services);
  const today = formatLocalDate(now, timeZone);
  const coupons = await couponsOfWallet(portalPool(), walletId, merchantId);
  const [offer] = await couponCatalogue(portalPool(), merchantId, today);
  const [usable, other] = coupons.filter(
    (coupon) => couponProblem(coupon, { id: branch.id, merchantId }, today) === null,
  );
  const used = coupons.find(({ state, usedBranchId }) => state === "used" && usedBranchId === branch.id);
  return {
    IssueCoupon: offer === undefined ? null : { OfferNumber: offer.offerNumber },
    Settle: { CouponNumbers: other === undefined ? [] : [other.number] },
    RedeemCoupon: usable === undefined ? null : { CouponNumber: usable.number },
    CancelCoupon: used === undefined ? null : { CouponNumber: used.number },
  };
}

/** The first of the entries with which the ledger would do it now, by its own rules. */
async function firstPossible(
  { ledger }: Services,
  entryIds: readonly number[],
  commandOf: (entryId: number) => Exclude<Command, ExpireCommand>,
): Promise<number | null> {
  for (const entryId of entryIds) {
    try {
      await ledger.quote(commandOf(entryId));
      return entryId;
    } catch (error) {
      if (!isDomainError(error)) throw error;
    }
  }
  return null;
}

/** The example of a request as it can be tried. References and dates are put in where the document is written out. */
export function tryableRequest(operation: string, example: Fields, { named }: Tryable): Fields {
  const own = named?.[operation as NamingOperation] ?? null;
  if (own !== null && operation === "GetTransaction") {
    const { ExternalLogId: _, Operation: __, ...rest } = example;
    return { ...rest, ...own };
  }
  if (own !== null || operation !== "Cancel") return { ...example, ...own };
  // Nothing else can be cancelled than the examples' own reward.
  const { TransactionId: _, ...rest } = example;
  return { ...rest, OriginalExternalLogId: REQUEST_EXAMPLES.Reward.ExternalLogId };
}

/** A request of each operation that is sent a body, which the demo's client can send as it stands, and its published ClientId. */
export async function tryableExamples(of: Services = services()): Promise<TryItExamples> {
  const [tryable, client] = await Promise.all([findTryable(of), of.clients.find(DEMO_CLIENT_ID)]);
  const examples = Object.entries(REQUEST_EXAMPLES).map(([name, example]) => [
    name,
    tryableRequest(name, example, tryable),
  ]);
  const written = withNewValues(JSON.stringify(Object.fromEntries(examples)), tryable, EXAMPLE.baseUrl);
  return { clientId: client && DEMO_CLIENT_ID, requests: JSON.parse(written) };
}

/** A document's text with what is new at each call in the place of what the examples are told with. */
export function withNewValues(
  text: string,
  { reference, transactionDate, newMsisdn }: Tryable,
  baseUrl: string,
): string {
  return text
    .replaceAll(EXAMPLE.reference, reference)
    .replaceAll(EXAMPLE.transactionDate, transactionDate)
    .replaceAll(EXAMPLE.newMsisdn, newMsisdn)
    .replaceAll(EXAMPLE.baseUrl, baseUrl);
}
