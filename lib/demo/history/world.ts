import { createHash } from "node:crypto";
import type { Actor, Command, Reference } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { CHANNEL, type ChannelId, type WalletView } from "@/lib/ledger/rules/types";
import { SeededRandom } from "../random";
import type { DemoWallet } from "../wallets";

/** A branch of the demo data as it is stored. */
export interface KnownBranch {
  id: number;
  merchantId: number;
  /** As people write it. */
  msisdn: string;
  /** As it is stored. */
  e164: string;
}

/** Actors of the demo data, by the numbers their rows were given. */
export interface Cast {
  branches: ReadonlyMap<string, KnownBranch>;
  /** Technical users of the tills' API clients, by merchant. */
  tillUsers: ReadonlyMap<number, number>;
  /** Portal users, by user name. */
  portalUsers: ReadonlyMap<string, number>;
  /** User names of the cashiers of a branch, by its mobile number. */
  cashiers: ReadonlyMap<string, readonly string[]>;
  systemUser: number;
}

/** Something that happens to a wallet at a moment. */
export interface Happening {
  at: Date;
  walletCode: string;
  /** Mobile number of the branch, or null when it happens at a desk. */
  branch: string | null;
  /**
   * The command for the ledger, decided when the time has come; null = nothing after all. Asked once, in the order of time, so that what is
   * drawn at random is the same each time.
   */
  ask(world: World): Command | null;
  /** Consequence of the command. */
  follow?(posted: PostedEntry, world: World): void;
}

/** Where a movement is made: at a till that calls the API, or at a portal by a user. */
export type Place =
  | { till: string }
  | { portal: string; branch: string }
  | { desk: string; channelId: ChannelId }
  | "system";

/** State of the history while it unfolds. */
export class World {
  readonly random = new SeededRandom(7_001);
  /** For the deals that tills name, apart from everything else that is drawn. */
  readonly dealRandom = new SeededRandom(7_002);
  /** For the piastres of bills, likewise. */
  readonly billRandom = new SeededRandom(7_003);
  readonly wallets: ReadonlyMap<string, DemoWallet>;
  /** Wallets as the ledger last showed them. */
  readonly views = new Map<string, WalletView>();
  readonly upcoming: Happening[] = [];
  /** The moment at which the present movements are written. */
  moment: Date;
  #receipts = 0;

  constructor(
    readonly cast: Cast,
    wallets: readonly DemoWallet[],
    /** The moment of loading: nothing happens after it. */
    readonly end: Date,
  ) {
    this.moment = end;
    this.wallets = new Map(wallets.map((wallet) => [wallet.walletCode, wallet]));
  }

  balanceOf(walletCode: string): number {
    return this.views.get(walletCode)?.balance ?? 0;
  }

  /** Adds something that happens later than everything asked so far. */
  schedule(happening: Happening): void {
    // Kept in the order of time, the next at the end; of two at one moment the one that was added first comes first.
    let [from, to] = [0, this.upcoming.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.upcoming[middle]?.at ?? happening.at) > happening.at) from = middle + 1;
      else to = middle;
    }
    this.upcoming.splice(from, 0, happening);
  }

  actor(place: Place): Actor {
    if (place === "system") {
      return { userId: this.cast.systemUser, channelId: CHANNEL.system, ...NOWHERE };
    }
    if ("desk" in place) {
      return { userId: this.userId(place.desk), channelId: place.channelId, ...NOWHERE };
    }
    const branch = this.branch("till" in place ? place.till : place.branch);
    const where = { merchantId: branch.merchantId, branchId: branch.id, branchMsisdn: branch.e164 };
    if ("portal" in place) {
      return { userId: this.userId(place.portal), channelId: CHANNEL.cashierPortal, ...where };
    }
    const userId = found(this.cast.tillUsers.get(branch.merchantId), `till of ${branch.msisdn}`);
    return { userId, channelId: CHANNEL.posApi, ...where };
  }

  /** Most sales go through the till's own software, some through the portal. */
  pickPlace(branch: string): Place {
    const cashiers = this.cast.cashiers.get(branch) ?? [];
    if (cashiers.length === 0 || this.random.chance(0.62)) return { till: branch };
    return { portal: this.random.pick(cashiers), branch };
  }

  /**
   * Fields of every command of the history: a reference, so that an interrupted load finds the commands it has already carried out, and the
   * receipt of a till or a portal.
   */
  receipt(place: Place): {
    actor: Actor;
    reference: Reference;
    externalLogId?: string;
    invoiceNumber?: string;
  } {
    this.#receipts += 1;
    const number = String(this.#receipts).padStart(6, "0");
    const reference = referenceOf(`DEMO-${number}`);
    if (place === "system" || "desk" in place) return { actor: this.actor(place), reference };
    const invoiceNumber = `INV-${number}`;
    if ("portal" in place) return { actor: this.actor(place), reference, invoiceNumber };
    return {
      actor: this.actor(place),
      reference,
      externalLogId: reference.key,
      ...(this.random.chance(0.8) ? { invoiceNumber } : {}),
    };
  }

  branch(msisdn: string): KnownBranch {
    return found(this.cast.branches.get(msisdn), `branch ${msisdn}`);
  }

  private userId(username: string): number {
    return found(this.cast.portalUsers.get(username), `user ${username}`);
  }
}

const NOWHERE = { merchantId: null, branchId: null, branchMsisdn: null } as const;

function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The demo data has no ${what}`);
  return value;
}

export function referenceOf(key: string): Reference {
  return { key, requestHash: createHash("sha256").update(key).digest("base64") };
}
