import type { Approvals } from "./approver";
import type { OfferEvidence } from "./coupons";
import type { Followers } from "./followers";
import type { LoggedEntry } from "./history";
import type { ServiceFault } from "./nemesis";
import type { Random } from "./random";
import type { StageOptions, World } from "./world";

/** A service that is tried: the product's, or one that is known to be wrong. */
export interface Subject {
  /** Where it answers now, on 127.0.0.1. */
  readonly port: number;
  /** Waits until the service is ready. How long that took, in milliseconds. */
  untilWell(): Promise<number>;
  /** Prepares a history: wallets of its own, whose codes begin with `name`. */
  setStage(name: string, random: Random, options?: StageOptions): Promise<World>;
  /** The log of these wallets as the database has it, each wallet's entries in their order. */
  readLog(codes: readonly string[]): Promise<LoggedEntry[]>;
  /** What became of the coupons of a history's offers. */
  readOffers(world: World): Promise<OfferEvidence>;
  /** Watches what follows the log from now on. */
  follow(lastIdBefore: number): Promise<Followers>;
  /** Lets people decide, from now on, about requests that want to pass limits. */
  approve(world: World, random: Random): Promise<Approvals>;
  /** Injects one fault. Returns its end, by `performance.now()`: from then on the service should recover. */
  hurt(fault: ServiceFault, random: Random): Promise<number>;
}
