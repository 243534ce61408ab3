import type { ApiClient } from "@/lib/areas/clients/api-client";
import type { TryItExamples } from "@/lib/areas/clients/desk-schemas";
import type { Actor, Command, ExpireCommand } from "@/lib/ledger/commands";
import { isDomainError } from "@/lib/ledger/errors";
import { walletHistory } from "@/lib/ledger/history";
import { CHANNEL, LOG_TYPE, type LogTypeId } from "@/lib/ledger/types";
import { readWalletFacts } from "@/lib/ledger/wallet-facts";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { moneyOf } from "@/lib/platform/money";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { formatOffsetDateTime } from "@/lib/platform/time";
import { type Services, services } from "@/lib/services";
import { EXAMPLE, REQUEST_EXAMPLES } from "./examples";

/** The client of the demo data, whose ClientId the reference names. */
const DEMO_CLIENT_ID = "pis_test_demo";
/** So many of the wallet's newest entries are looked at. */
const LOOKED_AT = 5;

/** What the examples need to be carried out as they stand, here and now. */
export interface Tryable {
  /** How new references begin. */
  reference: string;
  transactionDate: string;
  newMsisdn: string;
  /** A redemption of the examples' wallet that can be refunded; null where there is none. */
  refundableId: number | null;
  /** A reward of it that can be cancelled. */
  cancellableId: number | null;
  /** Another reward, whose goods can be returned. */
  returnableId: number | null;
  /** An open hold of it that can be captured. */
  capturableId: number | null;
  /** Another one, which can be released. */
  releasableId: number | null;
}

/** Looks up what the examples need. Without the demo data there are no entries to name. */
export async function findTryable(services: Services): Promise<Tryable> {
  const now = services.clock.now();
  const client = await services.clients.find(DEMO_CLIENT_ID);
  const entries = client === null ? NO_ENTRIES : await findEntries(services, client);
  return {
    reference: `TRY-${now.getTime().toString(36)}-`,
    transactionDate: formatOffsetDateTime(now, services.programme.timeZone()),
    newMsisdn: `015${String(now.getTime()).slice(-8)}`,
    ...entries,
  };
}

const NO_ENTRIES = {
  refundableId: null,
  cancellableId: null,
  returnableId: null,
  capturableId: null,
  releasableId: null,
};

async function findEntries(
  services: Services,
  client: ApiClient,
): Promise<Omit<Tryable, "reference" | "transactionDate" | "newMsisdn">> {
  const { WalletCode, ContactMsisdn, BranchMsisdn } = REQUEST_EXAMPLES.Refund;
  const [wallet] = await readWalletFacts(portalPool(), { ids: [], walletCodes: [WalletCode] });
  const branch = client.branches.get(normalizeMsisdn(BranchMsisdn) ?? "");
  if (wallet === undefined || branch === undefined) return NO_ENTRIES;
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
    const { entries } = await walletHistory(portalPool(), { walletId: wallet.id, filter, limit: LOOKED_AT });
    return entries.map(({ entry }) => entry.id);
  };
  const rewards = await newest(LOG_TYPE.reward);
  const cancellableId = await firstPossible(services, rewards, (entryId) => ({
    type: "cancel",
    target: { entryId },
    ...common,
  }));
  const holds = await newest(LOG_TYPE.hold);
  const capturableId = await firstPossible(services, holds, (holdId) => ({
    type: "capture",
    holdId,
    value: moneyOf(REQUEST_EXAMPLES.Capture.PointsValue),
    ...common,
  }));
  const others = rewards.filter((entryId) => entryId !== cancellableId);
  return {
    cancellableId,
    capturableId,
    releasableId: await firstPossible(
      services,
      holds.filter((holdId) => holdId !== capturableId),
      (holdId) => ({ type: "release_hold", holdId, ...common }),
    ),
    refundableId: await firstPossible(services, await newest(LOG_TYPE.redemption), (entryId) => ({
      type: "refund",
      entryId,
      points: REQUEST_EXAMPLES.Refund.Points,
      ...common,
    })),
    returnableId: await firstPossible(services, others, (entryId) => ({
      type: "return",
      entryId,
      value: moneyOf(REQUEST_EXAMPLES.ReturnReward.PointsValue),
      ...common,
    })),
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

type Fields = Readonly<Record<string, unknown>>;

/** The example of a request as it can be tried. References and dates are put in where the document is written out. */
export function tryableRequest(
  operation: string,
  example: Fields,
  { refundableId, cancellableId, returnableId, capturableId, releasableId }: Tryable,
): Fields {
  if (operation === "Refund" && refundableId !== null) return { ...example, TransactionId: refundableId };
  if (operation === "ReturnReward" && returnableId !== null)
    return { ...example, TransactionId: returnableId };
  if (operation === "Capture" && capturableId !== null) return { ...example, HoldId: capturableId };
  if (operation === "Release" && releasableId !== null) return { ...example, HoldId: releasableId };
  const knownId = refundableId ?? cancellableId ?? returnableId;
  if (operation === "GetTransaction" && knownId !== null) {
    const { ExternalLogId: _, Operation: __, ...rest } = example;
    return { ...rest, TransactionId: knownId };
  }
  if (operation !== "Cancel") return example;
  const { TransactionId, ...rest } = example;
  return cancellableId !== null
    ? { ...example, TransactionId: cancellableId }
    : { ...rest, OriginalExternalLogId: REQUEST_EXAMPLES.Reward.ExternalLogId };
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
