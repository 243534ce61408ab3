import { setTimeout } from "node:timers/promises";
import { gatherEvidence } from "@/lib/areas/certification/read-progress";
import { ApiClients } from "@/lib/areas/clients/api-clients";
import { Traffic } from "@/lib/areas/clients/traffic";
import {
  type CouponDone,
  type CouponInput,
  cancelCoupon,
  redeemCoupon,
} from "@/lib/areas/coupons/use-coupon";
import { DealCounts } from "@/lib/areas/deals/counts";
import { DealCatalogue } from "@/lib/areas/deals/live-deals";
import { type AskedMovement, askApproval } from "@/lib/areas/till/ask-approval";
import {
  type EnrolCustomerInput,
  type EnrolledCustomer,
  enrolCustomer,
  openedBy,
} from "@/lib/areas/wallets/enrol-customer";
import { createPinReader, type PinReader } from "@/lib/areas/wallets/pins";
import { type CouponAct, readCouponActs } from "@/lib/ledger/with/coupons/references";
import { type Clock, systemClock } from "@/lib/platform/clock";
import { onConfigChange } from "@/lib/platform/database/notify";
import { lanesPool, ledgerPool, portalPool } from "@/lib/platform/database/pg-pools";
import { type Env, env } from "@/lib/platform/env";
import { ledgerObserver } from "@/lib/platform/metrics";
import { processSingleton } from "@/lib/platform/process-singleton";
import { RateLimits } from "@/lib/platform/rate-limits";
import type { Deprecations } from "@/lib/points-api/versions";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { momentOf } from "@/lib/portal/acts/context";
import { ProgrammeSettings } from "@/lib/portal/acts/settings";
import type { Sandbox } from "./ledger/rules/reach";
import { readReferences } from "./ledger/rules/references";
import { createLedger, type Ledger } from "./ledger/run/ledger";
import { asPooled, readWallet, type Wallet } from "./wallet/read";

/** Everything a request works with: put together once per process. */
export interface Services {
  clock: Clock;
  ledger: Ledger;
  pins: PinReader;
  clients: ApiClients;
  rateLimits: RateLimits;
  deals: DealCatalogue;
  /** How often deals are seen and opened. */
  dealCounts: DealCounts;
  programme: ProgrammeSettings;
  /** Requests of API clients, with their answers. */
  traffic: Traffic;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<unknown>;
  /** Where callers reach the service, without a slash at the end; undefined = wherever the request came to. */
  publicUrl: string | undefined;
  /** Which versions of the points API are on their way out. */
  deprecations: Deprecations;
  /** The wallet of this code and this mobile number (E.164), as it stands; null when there is none. */
  findWallet(
    by: { walletCode: string; contactMsisdn: string },
    sandbox: Sandbox | undefined,
  ): Promise<Wallet | null>;
  /** {@link enrolCustomer} */
  enrol(actor: AdminActor, input: EnrolCustomerInput): Promise<EnrolledCustomer>;
  /** {@link openedBy} */
  walletOpenedBy(of: { userId: number; key: string; waits?: boolean }): Promise<number | null>;
  /** {@link redeemCoupon} */
  redeemCoupon(actor: AdminActor, input: CouponInput): Promise<CouponDone>;
  /** {@link cancelCoupon} */
  cancelCoupon(actor: AdminActor, input: CouponInput & { ends: boolean }): Promise<CouponDone>;
  /** {@link readCouponActs} */
  couponActs(of: { userId: number; key: string }): Promise<CouponAct[]>;
  /** {@link askApproval} */
  askApproval(asked: AskedMovement): Promise<number>;
  /** The references among these that a client has used, with the hash of the content they came with. */
  references(wanted: Parameters<typeof readReferences>[1]): ReturnType<typeof readReferences>;
}

function deprecationsOf({ apiV1DeprecatedFrom }: Env): Deprecations {
  return apiV1DeprecatedFrom === undefined ? {} : { v1: apiV1DeprecatedFrom };
}

/** The services of this process. The first call connects them to the database that the settings name. */
export function services(): Services {
  return processSingleton("services", () => createServices());
}

/** New services over the process's connections: what a restart begins with. Tests bring a clock of their own. */
export function createServices({ clock = systemClock }: { clock?: Clock } = {}): Services {
  const pool = portalPool();
  const clients = new ApiClients(pool, clock);
  const deals = new DealCatalogue(pool, clock);
  const programme = new ProgrammeSettings(pool);
  const ledger = createLedger({
    pool: lanesPool(),
    readPool: ledgerPool(),
    clock,
    lanes: env().ledgerLanes,
    observer: ledgerObserver,
  });
  onConfigChange(() => {
    clients.forget();
    deals.forget();
    void programme.refresh();
  });
  return {
    clock,
    clients,
    deals,
    dealCounts: new DealCounts(pool, clock, programme),
    programme,
    traffic: new Traffic(pool, clock, { beforePruning: (clientIds) => gatherEvidence(pool, clientIds) }),
    ledger,
    pins: createPinReader({ pool, clock }),
    rateLimits: new RateLimits({ workerCount: env().workerCount }),
    wait: (milliseconds) => setTimeout(milliseconds),
    publicUrl: env().publicUrl,
    deprecations: deprecationsOf(env()),
    findWallet: async (by, sandbox) => {
      const wallet = await readWallet(pool, by, { ...momentOf({ clock, programme }), sandbox });
      return wallet && settledAside(wallet, ledger);
    },
    enrol: async (actor, input) => {
      // The client of the database that acts use comes with the first of them.
      const { prisma } = await import("@/lib/platform/database/pools");
      return enrolCustomer({ database: prisma(), clock, programme }, actor, input);
    },
    walletOpenedBy: async (of) => {
      const { prisma } = await import("@/lib/platform/database/pools");
      return openedBy(prisma(), of);
    },
    redeemCoupon: async (actor, input) => {
      const { prisma } = await import("@/lib/platform/database/pools");
      return redeemCoupon({ database: prisma(), clock, programme }, actor, input);
    },
    cancelCoupon: async (actor, input) => {
      const { prisma } = await import("@/lib/platform/database/pools");
      return cancelCoupon({ database: prisma(), clock, programme }, actor, input);
    },
    couponActs: (of) => readCouponActs(pool, of),
    askApproval: (asked) => askApproval({ pool, clock }, asked),
    references: (wanted) => readReferences(pool, wanted),
  };
}

/** The wallet with the points it spends, holds that have ended and rewards that have ripened given free, although no job has done so yet. */
async function settledAside(wallet: Wallet, ledger: Ledger): Promise<Wallet> {
  const shown = asPooled(wallet);
  if (shown.suspended === 0) return shown;
  const purse = wallet.pool === null ? wallet.walletCode : wallet.family?.parent?.walletCode;
  const settled = await ledger.balancesWhenSettled(purse ?? wallet.walletCode);
  if (settled === null) return shown;
  const { balance, accumulated, redeemed, suspended } = settled;
  return { ...shown, balance, accumulated, redeemed, suspended };
}
