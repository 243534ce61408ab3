import { rmSync } from "node:fs";
import type { Requests } from "./load";
import { MadeEntries, redemptions, reversals, rewards } from "./requests";
import { createDataFolder, median } from "./service";
import { type Turn, takeTurn } from "./turns";
import { createWorld, type World } from "./world";

export interface ScaleOptions {
  seconds: number;
  rounds: number;
  connections: number;
  /** Wallets of the large world, each with an entry of its own. */
  wallets: number;
}

const SMALL = 10_000;
const OPERATIONS = ["Reward", "RedeemUser", "Refund", "Cancel"] as const;
type Operation = (typeof OPERATIONS)[number];

/** One operation in the large world against the same in the small one. */
export interface ScaleLine {
  operation: Operation;
  small: number;
  large: number;
  failures: number;
}

/**
 * Measures each operation over many wallets against ten thousand: two services, each with a database of its own, that take
 * turns, so that a drift of the machine's speed meets both.
 */
export async function runScale(options: ScaleOptions): Promise<ScaleLine[]> {
  const sides: Side[] = [];
  try {
    for (const wallets of [SMALL, options.wallets]) sides.push(await Side.open(wallets, options));
    for (let round = 0; round < options.rounds; round += 1) {
      for (const operation of OPERATIONS) for (const side of sides) await side.take(operation);
    }
    const [small, large] = sides;
    return OPERATIONS.map((operation) => ({
      operation,
      small: small?.rate(operation) ?? Number.NaN,
      large: large?.rate(operation) ?? Number.NaN,
      failures: sides.reduce((sum, side) => sum + side.failures(operation), 0),
    }));
  } finally {
    for (const side of sides) await side.close();
  }
}

class Side {
  readonly #turns = new Map<Operation, Turn[]>();
  #rewarded = new MadeEntries();
  #redeemed = new MadeEntries();

  private constructor(
    private readonly world: World,
    private readonly dataDir: string,
    private readonly wallets: number,
    private readonly options: ScaleOptions,
  ) {}

  static async open(wallets: number, options: ScaleOptions): Promise<Side> {
    const dataDir = createDataFolder();
    return new Side(await createWorld({ dataDir, wallets }), dataDir, wallets, options);
  }

  async take(operation: Operation): Promise<void> {
    const { seconds, connections } = this.options;
    const requests = this.#requests(operation);
    const turn = await takeTurn(this.world, this.world.service, { seconds, connections, requests });
    this.#turns.set(operation, [...(this.#turns.get(operation) ?? []), turn]);
  }

  rate(operation: Operation): number {
    return median((this.#turns.get(operation) ?? []).map(({ requestsPerSecond }) => requestsPerSecond));
  }

  failures(operation: Operation): number {
    return (this.#turns.get(operation) ?? []).reduce((sum, { failures }) => sum + failures, 0);
  }

  async close(): Promise<void> {
    await this.world.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  #requests(operation: Operation): Requests {
    switch (operation) {
      case "Reward":
        this.#rewarded = new MadeEntries();
        return rewards(this.wallets, "uniform", { made: this.#rewarded });
      case "RedeemUser":
        this.#redeemed = new MadeEntries();
        return redemptions(this.wallets, { made: this.#redeemed });
      case "Refund":
        return reversals("Refund", this.#redeemed);
      case "Cancel":
        return reversals("Cancel", this.#rewarded);
    }
  }
}
