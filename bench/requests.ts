import type { Requests } from "./load";

/** How many wallets there are, and which of them the next request is for. */
export type Spread = "uniform" | "later half" | "hot" | "family";

const CLIENT_ID = "pis_test_demo";
const BRANCH = "01000000001";

const run = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
let sent = 0;

interface PointsOptions {
  /** Collects what is made, for a later turn to refer to. */
  made?: MadeEntries;
  /** Where the contender takes rewards; absent: where the service does. */
  path?: string;
}

/** Rewards of 5 to the wallets BENCH0000001…, each with a reference of its own. */
export function rewards(wallets: number, spread: Spread, options: PointsOptions = {}): Requests {
  return points("Reward", picker(wallets, spread), 5, options);
}

/** Redemptions of 1. */
export function redemptions(wallets: number, options: PointsOptions = {}): Requests {
  return points("RedeemUser", picker(wallets, "uniform"), 1, options);
}

/** Bills of 6 of which points pay 1, and which earn 6: a redemption and a reward in one request. */
export function settlements(wallets: number): Requests {
  const pick = picker(wallets, "uniform");
  const next = () =>
    post("Settle", pick(), `,"BillValue":6,"RedeemValue":1,"ExternalLogId":"${reference()}"`);
  return { status: "200", next };
}

/** Whole refunds, returns or cancellations of what an earlier turn has made, each entry once. */
export function reversals(operation: "Refund" | "ReturnReward" | "Cancel", made: MadeEntries): Requests {
  return {
    status: "200",
    next: () => {
      const entry = made.take();
      return entry === undefined
        ? null
        : post(operation, entry.wallet, `,"TransactionId":${entry.id},"ExternalLogId":"${reference()}"`);
    },
  };
}

/** Entries that were made by one turn for another to refer to. */
export class MadeEntries {
  readonly #entries: { wallet: number; id: number }[] = [];

  get count(): number {
    return this.#entries.length;
  }

  add(answer: Buffer, request: Buffer): void {
    const id = numberAfter(answer, POINTS_LOG_ID);
    const wallet = numberAfter(request, WALLET_CODE);
    this.#entries.push({ wallet, id });
  }

  /** Gives half of them away, so that two turns have some of their own. */
  half(): MadeEntries {
    const other = new MadeEntries();
    for (const entry of this.#entries.splice(0, this.#entries.length >> 1)) other.#entries.push(entry);
    return other;
  }

  take(): { wallet: number; id: number } | undefined {
    return this.#entries.pop();
  }
}

const POINTS_LOG_ID = Buffer.from('"pointsLog":{"id":');
const WALLET_CODE = Buffer.from('"WalletCode":"BENCH');

function numberAfter(bytes: Buffer, label: Buffer): number {
  const start = bytes.indexOf(label) + label.length;
  return Number.parseInt(bytes.toString("latin1", start, start + 16), 10);
}

/** The deals, over and over; with an entity tag the answer is that nothing has changed. */
export function deals({ etag }: { etag?: string } = {}): Requests {
  const request = Buffer.from(
    [
      "GET /api/Integration/v1/GetDeals HTTP/1.1",
      "Host: 127.0.0.1",
      `ClientId: ${CLIENT_ID}`,
      "Accept-Encoding: gzip",
      ...(etag === undefined ? [] : [`If-None-Match: ${etag}`]),
      "\r\n",
    ].join("\r\n"),
  );
  return { next: () => request, status: etag === undefined ? "200" : "304" };
}

function points(
  operation: string,
  pick: () => number,
  value: number,
  { made, path }: PointsOptions,
): Requests {
  return {
    status: "200",
    next: () => post(operation, pick(), `,"PointsValue":${value},"ExternalLogId":"${reference()}"`, path),
    ...(made === undefined
      ? {}
      : { onAnswer: (answer: Buffer, request: Buffer) => made.add(answer, request) }),
  };
}

function post(
  operation: string,
  wallet: number,
  rest: string,
  path = `/api/Integration/v1/${operation}`,
): Buffer {
  const number = String(wallet);
  const body = `{"WalletCode":"BENCH${number.padStart(7, "0")}","ContactMsisdn":"012${number.padStart(8, "0")}","BranchMsisdn":"${BRANCH}"${rest}}`;
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nClientId: ${CLIENT_ID}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    "latin1",
  );
}

/** Ascending within one run, as the numbers of receipts are. */
function reference(): string {
  sent += 1;
  return `${run}-${sent}`;
}

function picker(wallets: number, spread: Spread): () => number {
  if (spread === "hot") return () => 1;
  const uniform = (count: number) => 1 + Math.floor(Math.random() * count);
  if (spread === "uniform") return () => uniform(wallets);
  // Ten wallets after all others and their parent.
  if (spread === "family") return () => wallets + 1 + uniform(10);
  return () => wallets - uniform(wallets / 2) + 1;
}
