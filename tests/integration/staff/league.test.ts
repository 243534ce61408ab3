import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { createClient } from "@/lib/areas/clients/clients";
import { changeTemplateState, createTemplate } from "@/lib/areas/coupons/templates";
import { createPromotion, movePromotion } from "@/lib/areas/promotions/promotions";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { createLedger } from "@/lib/ledger/run/ledger";
import { DEFAULT_DAY_LIMITS } from "@/lib/ledger/with/limits/words";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import { ledgerPool } from "@/lib/platform/database/pools";
import { moneyOf } from "@/lib/platform/money";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import { createWorld, hire, NOW, unique, uniqueMsisdn, type World } from "@/tests/support/admin-world";

/** Points that accounts in league reach in a day by the roads on which one admin once made a million (docs/threat-model.md). */
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.database.prisma.programme.update({ where: { id: 1 }, data: DEFAULT_DAY_LIMITS });
});
afterAll(() => world.database.drop());

const DAY_MS = 24 * 60 * 60 * 1000;
/** As much as nobody needs to try further. */
const POINTS_MAX = 1_000_000;

/** The largest bill, and as many to a wallet as the programme lets pass. */
const BILL = 20_000;
const REWARDS_A_WALLET = 20;
const MERCHANT_MAX = DEFAULT_DAY_LIMITS.merchantRewardPointsMax ?? 0;

interface League {
  asker: AdminActor;
  /** Agrees to whatever is asked; null where the asker is alone. */
  mate: AdminActor | null;
}

/** A merchant's admins of whom none is in another test's league; the others are honest, and there. */
async function league(people: 1 | 2): Promise<League> {
  const admin = () => hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
  const asker = await admin();
  return { asker, mate: people === 2 ? await admin() : null };
}

/** Does an act as far as the league can; false where it waits for somebody outside. */
async function reaches({ asker, mate }: League, act: () => Promise<unknown>): Promise<boolean> {
  for (const isAgreed of [false, true])
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof AdminError && error.code === "second_person")) throw error;
      if (mate === null || isAgreed) return false;
      const { id } = await world.database.prisma.pointAdjustment.findFirstOrThrow({
        where: { requestedBy: asker.userId, state: "requested" },
        orderBy: { id: "desc" },
      });
      await approveAdjustment(world.context, mate, { adjustmentId: id });
    }
  return false;
}

/** Repeats an act that gives `points` until somebody else is needed, or more came of it than anybody asks for. */
async function sumOf(points: number, act: () => Promise<boolean>): Promise<number> {
  let sum = 0;
  while (sum < POINTS_MAX && (await act())) sum += points;
  return sum;
}

const newWallet = async () =>
  (await enrolWallet(world.context, world.ours.admin, { contactMsisdn: uniqueMsisdn(), hasConsented: true }))
    .walletCode;

/** Rewards through as many live clients as the league gets, each until it is refused, and then the merchant. */
async function byClients(of: League, clients: number): Promise<number> {
  const { context, database, ours } = world;
  const ledger = createLedger({ pool: ledgerPool(), clock: world.clock });
  let sum = 0;
  for (let number = 0; number < clients; number += 1) {
    const name = unique("POS");
    const input = { merchantId: ours.merchantId, name, scopes: ["reward" as const] };
    if (!(await reaches(of, () => createClient(context, of.asker, input)))) continue;
    const client = await database.prisma.apiClient.findFirstOrThrow({ where: { name } });
    const reward = async (walletCode: string) => {
      const { entry } = await ledger.post({
        ...{ type: "reward" as const, walletCode, value: moneyOf(BILL) },
        actor: {
          ...{
            userId: client.userId,
            merchantId: ours.merchantId,
            branchId: ours.branchId,
            branchMsisdn: null,
          },
          ...{ channelId: CHANNEL.posApi, limitedBy: { clientId: client.id, isCounted: true } },
        },
      });
      return entry.amount;
    };
    let walletCode = "";
    for (let count = 0; count * BILL < 2 * MERCHANT_MAX; count += 1) {
      if (count % REWARDS_A_WALLET === 0) walletCode = await newWallet();
      const given = await reward(walletCode).catch((error: unknown) => {
        if (isDomainError(error) && [1702, 1704].includes(error.code)) return 0;
        throw error;
      });
      sum += given;
      if (given === 0) break;
    }
  }
  return sum;
}

function byPromotions(of: League): Promise<number> {
  return sumOf(50_000, async () => {
    const { id: promotionId, version } = await createPromotion(world.context, of.asker, {
      ...{ merchantId: world.ours.merchantId, nameEn: unique("Bonus"), nameAr: "مكافأة" },
      ...{ startsAt: NOW, endsAt: new Date(NOW.getTime() + DAY_MS) },
      rule: { ...ANY_BILL, kind: "bonus", multiplier: null, points: 1_000_000, stacks: false },
      ...{ skus: [], budgetPoints: 50_000, walletMax: null, walletPeriod: null, walletPoints: null },
    });
    return reaches(of, () =>
      movePromotion(world.context, of.asker, { promotionId, version, move: "publish" }),
    );
  });
}

function byCoupons(of: League): Promise<number> {
  return sumOf(50_000, async () => {
    const { id: templateId, version } = await createTemplate(world.context, of.asker, {
      merchantId: world.ours.merchantId,
      fields: {
        ...{ titleEn: "Gift", titleAr: "هدية", termsEn: "", termsAr: "", discountType: 2, discount: 50_000 },
        ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: null },
        ...{ stockMax: 1, rewardMin: null, worth: 50_000, minBill: null },
      },
    });
    return reaches(of, () =>
      changeTemplateState(world.context, of.asker, { templateId, version, state: "live" }),
    );
  });
}

describe("in a day", () => {
  test("one admin gets no live client, and publishes offers of 100,000 points", async () => {
    const alone = await league(1);
    expect(await byClients(alone, 1)).toBe(0);
    const promotions = await byPromotions(alone);
    const coupons = await byCoupons(alone);
    expect(promotions + coupons).toBe(100_000);
  });

  test("two reach a client's 1,000,000, and publish as much as they agree to", async () => {
    const two = await league(2);
    expect(await byClients(two, 1)).toBe(1_000_000);
    expect(await byPromotions(two)).toBe(POINTS_MAX);
    expect(await byCoupons(two)).toBe(POINTS_MAX);
  });

  test("more accounts and clients reach no more than the merchant's 5,000,000", async () => {
    world.clock.advance(DAY_MS);
    expect(await byClients(await league(2), 7)).toBe(5_000_000);
  });
});
