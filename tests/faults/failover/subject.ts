import type pg from "pg";
import { migrate } from "@/lib/platform/database/migrate";
import { provenPool } from "@/tests/support/proven-pool";
import { type RunningServer, startServer } from "@/tests/support/server";
import { type Approvals, approve } from "../approver";
import type { OfferEvidence } from "../coupons";
import { type Followers, follow } from "../followers";
import { furnish } from "../furnish";
import type { LoggedEntry } from "../history";
import type { ServiceFault, Subject } from "../nemesis";
import { readOffers } from "../offer-rows";
import type { Random } from "../random";
import { untilReady, verifyLog } from "../service";
import { readLog, setStage, type World } from "../world";
import { Cluster, type NodeName } from "./cluster";

/** The built service on three database servers of which one takes over when the primary is lost. */
export class Replicated implements Subject {
  private constructor(
    private readonly cluster: Cluster,
    private readonly pool: pg.Pool,
    private readonly server: RunningServer,
  ) {}

  static async admit(): Promise<Replicated> {
    const cluster = await Cluster.start();
    await migrate(cluster.url);
    const pool = provenPool(cluster.url, { max: 4 });
    await furnish(pool);
    const server = await startServer({
      env: { DATABASE_URL: cluster.url, WEB_CONCURRENCY: "2", LOG_LEVEL: "fatal" },
    });
    return new Replicated(cluster, pool, server);
  }

  get port(): number {
    return Number(new URL(this.server.url).port);
  }

  untilWell(): Promise<number> {
    return untilReady(this.server);
  }

  setStage(name: string, random: Random): Promise<World> {
    return setStage(this.pool, name, random);
  }

  readLog(codes: readonly string[]): Promise<LoggedEntry[]> {
    return readLog(this.pool, codes);
  }

  readOffers(world: World): Promise<OfferEvidence> {
    return readOffers(this.pool, world);
  }

  approve(world: World, random: Random): Promise<Approvals> {
    return approve(this.pool, world, random);
  }

  follow(lastIdBefore: number): Promise<Followers> {
    return follow(this.pool, () => this.port, lastIdBefore);
  }

  /** Loses the primary; returns when another has taken over and the service writes again, with the lost one on its way back. */
  async hurt(fault: ServiceFault): Promise<number> {
    await this.cluster.untilWhole();
    const struckAt = performance.now();
    await this.cluster.untilPrimaryIsNot(await this.strike(fault));
    await this.untilWell();
    this.cluster.heal();
    return struckAt;
  }

  verify(): string {
    return verifyLog(this.cluster.url, this.server.dataDir);
  }

  async discharge(): Promise<void> {
    await this.server.stop();
    await this.pool.end();
    await this.cluster.stop();
  }

  private strike(fault: ServiceFault): Promise<NodeName> {
    switch (fault) {
      case "kill primary":
        return this.cluster.killPrimary();
      case "cut off primary":
        return this.cluster.cutOffPrimary();
      default:
        throw new Error(`Nothing to be done here: ${fault}`);
    }
  }
}
