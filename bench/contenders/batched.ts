import pg from "pg";
import { type Rewarded, serveRewards } from "./answer-server";

const LANES = 2;
const BATCH_MAX = 64;

interface Waiting {
  walletCode: string;
  points: number;
  reference: string;
  resolve(rewarded: Rewarded): void;
  reject(error: unknown): void;
}

/** Written for speed alone: all queued requests go into one statement and one transaction. No rules, no retries. */
export function serveBatched(databaseUrl: string): void {
  const lanes = Array.from({ length: LANES }, () => new Lane(databaseUrl));
  serveRewards(
    (body) =>
      new Promise((resolve, reject) => {
        // The same wallet in the same lane, so that two batches never wait for each other.
        const lane = lanes[body.walletCode.charCodeAt(body.walletCode.length - 1) % LANES];
        lane?.add({ ...body, resolve, reject });
      }),
  );
}

class Lane {
  readonly #client: pg.Client;
  readonly #connected: Promise<unknown>;
  #queue: Waiting[] = [];
  #isRunning = false;

  constructor(databaseUrl: string) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
    this.#connected = this.#client.connect();
  }

  add(waiting: Waiting): void {
    this.#queue.push(waiting);
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    await this.#connected;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BATCH_MAX);
      await this.#write(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    this.#isRunning = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { rows } = await this.#client.query({
      name: "reward_all",
      text: "SELECT reference, log_id, wallet_id, balance FROM reward_all($1, $2, $3)",
      values: [
        batch.map(({ walletCode }) => walletCode),
        batch.map(({ points }) => points),
        batch.map(({ reference }) => reference),
      ],
    });
    const found = new Map(rows.map((row) => [row.reference, row]));
    for (const { reference, resolve, reject } of batch) {
      const row = found.get(reference);
      if (row === undefined) reject(new Error("No such wallet"));
      else
        resolve({ logId: Number(row.log_id), walletId: Number(row.wallet_id), balance: Number(row.balance) });
    }
  }
}
