import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adjustPoints } from "@/lib/areas/adjustments/adjust-points";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { createClient } from "@/lib/areas/clients/clients";
import { changeTemplateState, createTemplate } from "@/lib/areas/coupons/templates";
import { createPromotion, movePromotion } from "@/lib/areas/promotions/promotions";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { setWalletPin } from "@/lib/areas/wallets/pins";
import type { Actor } from "@/lib/ledger/rules/commands";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { createLedger } from "@/lib/ledger/run/ledger";
import { DEFAULT_DAY_LIMITS, DEFAULT_LIMITS } from "@/lib/ledger/with/limits/words";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import { ledgerPool } from "@/lib/platform/database/pools";
import { moneyOf } from "@/lib/platform/money";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import { readShares } from "@/lib/portal/acts/new-rights";
import { createWorld, hire, unique, uniqueMsisdn, type World } from "@/tests/support/admin-world";

/** Plays every road on which accounts in league make points in a day, and compares what they reach with the table of docs/threat-model.md. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.database.prisma.programme.update({
    where: { id: 1 },
    data: { ...DEFAULT_LIMITS, ...DEFAULT_DAY_LIMITS },
  });
});
afterAll(() => world.database.drop());

const DAY_MS = 24 * 60 * 60 * 1000;
/** As much as nobody needs to try further. */
const POINTS_MAX = 300_000;

/** The largest bill, and as many to a wallet as the programme lets pass. */
const BILL = 20_000;
const REWARDS_A_WALLET = 20;
const AGREED = "as much as they agree to";
const MERCHANT_MAX = DEFAULT_DAY_LIMITS.merchantRewardPointsMax ?? 0;

/** Accounts that act as one: who asks, who agrees to whatever is asked, and all of them at a till. */
interface League {
  asker: AdminActor;
  /** Null where the asker is alone. */
  mate: AdminActor | null;
  people: readonly AdminActor[];
}

const hired = (by: AdminActor, role: "merchant_admin" | "cashier") =>
  hire(world.context, by, role, world.ours.merchantId, role === "cashier" ? [world.ours.branchId] : []);
const hiredBefore = (role: "merchant_admin" | "cashier") => hired(world.system, role);
const alone = (asker: AdminActor, people = [asker]): League => ({ asker, mate: null, people });

/** The leagues of the table, by the first cell of their rows. The others of the merchant are honest, and there. */
const LEAGUES: Readonly<Record<string, () => Promise<League>>> = {
  "one cashier": async () => alone(await hiredBefore("cashier")),
  "one admin": async () => alone(await hiredBefore("merchant_admin")),
  "one admin, with an admin of another merchant": async () => {
    const asker = await hiredBefore("merchant_admin");
    return { asker, mate: world.theirs.admin, people: [asker] };
  },
  "one admin, with four cashiers who were invited today": async () => {
    const asker = await hiredBefore("merchant_admin");
    const invited = [];
    for (let count = 0; count < 4; count += 1) invited.push(await hired(asker, "cashier"));
    return alone(asker, [asker, ...invited]);
  },
  "two: an admin and another": async () => {
    const [asker, mate] = [await hiredBefore("merchant_admin"), await hiredBefore("merchant_admin")];
    return { asker, mate, people: [asker, mate] };
  },
  "five: the same with three cashiers": async () => {
    const [asker, mate] = [await hiredBefore("merchant_admin"), await hiredBefore("merchant_admin")];
    const cashiers = [];
    for (let count = 0; count < 3; count += 1) cashiers.push(await hiredBefore("cashier"));
    return { asker, mate, people: [asker, mate, ...cashiers] };
  },
};

/** Does an act as far as the league can; false where it waits for a person outside, or the asker may not ask. */
async function reaches({ asker, mate }: League, act: () => Promise<unknown>): Promise<boolean> {
  for (const isAgreed of [false, true])
    try {
      await act();
      return true;
    } catch (error) {
      if (!isAdminError(error)) throw error;
      if (error.code === "forbidden") return false;
      if (error.code !== "second_person") throw error;
      if (mate === null || isAgreed || !(await agrees(asker, mate))) return false;
    }
  return false;
}

/** Whether the mate may agree to the asker's last request, and does. */
async function agrees(asker: AdminActor, mate: AdminActor): Promise<boolean> {
  const { id } = await world.database.prisma.pointAdjustment.findFirstOrThrow({
    where: { requestedBy: asker.userId, state: "requested" },
    orderBy: { id: "desc" },
  });
  try {
    await approveAdjustment(world.context, mate, { adjustmentId: id });
    return true;
  } catch (error) {
    if (error instanceof AdminError) return false;
    throw error;
  }
}

/** Repeats an act that gives `points` until a person outside is needed, or more came of it than anybody asks for. */
async function sumOf(points: number, act: () => Promise<boolean>): Promise<number> {
  let sum = 0;
  while (sum < POINTS_MAX && (await act())) sum += points;
  return sum;
}

const newWallet = async () =>
  (await enrolWallet(world.context, world.ours.admin, { contactMsisdn: uniqueMsisdn(), hasConsented: true }))
    .walletCode;

/** Rewards until a limit refuses. */
async function rewardAll(actor: Actor): Promise<number> {
  const ledger = createLedger({ pool: ledgerPool(), clock: world.clock });
  let sum = 0;
  let walletCode = "";
  for (let count = 0; count * BILL < 2 * MERCHANT_MAX; count += 1) {
    if (count % REWARDS_A_WALLET === 0) walletCode = await newWallet();
    const command = { type: "reward" as const, walletCode, value: moneyOf(BILL), actor };
    const given = await ledger.post(command).then(
      ({ entry }) => entry.amount,
      (error: unknown) => {
        if (isDomainError(error) && [1702, 1704].includes(error.code)) return 0;
        throw error;
      },
    );
    if (given === 0) break;
    sum += given;
  }
  return sum;
}

const here = () => ({
  ...{ merchantId: world.ours.merchantId, branchId: world.ours.branchId, branchMsisdn: null },
});

/** A live client for each account that the league has above one, each until it is refused. */
async function byClients(of: League): Promise<number> {
  const { context, database, ours } = world;
  let sum = 0;
  for (let number = 0; number < Math.max(1, of.people.length - 1); number += 1) {
    const name = unique("POS");
    const input = { merchantId: ours.merchantId, name, scopes: ["reward" as const] };
    if (!(await reaches(of, () => createClient(context, of.asker, input)))) break;
    const client = await database.prisma.apiClient.findFirstOrThrow({ where: { name } });
    sum += await rewardAll({
      ...{ ...here(), userId: client.userId, channelId: CHANNEL.posApi },
      limitedBy: { clientId: client.id, isCounted: true },
    });
  }
  return sum;
}

async function atTheTill({ people }: League): Promise<number> {
  let sum = 0;
  for (const { userId } of people) {
    const shares = await readShares(world.context.database, userId, world.clock.now());
    sum += await rewardAll({
      ...{ ...here(), userId, channelId: CHANNEL.cashierPortal },
      limitedBy: { clientId: null, isCounted: true, shares },
    });
  }
  return sum;
}

/** Returns what `act` made; null where it refuses the actor. */
const allowed = <Made>(made: Promise<Made>): Promise<Made | null> =>
  made.catch((error: unknown) => {
    if (isAdminError(error) && error.code === "forbidden") return null;
    throw error;
  });

function byPromotions(of: League): Promise<number> {
  return sumOf(50_000, async () => {
    const promotion = await allowed(
      createPromotion(world.context, of.asker, {
        ...{ merchantId: world.ours.merchantId, nameEn: unique("Bonus"), nameAr: "مكافأة" },
        ...{ startsAt: world.clock.now(), endsAt: new Date(world.clock.now().getTime() + DAY_MS) },
        rule: { ...ANY_BILL, kind: "bonus", multiplier: null, points: 1_000_000, stacks: false },
        ...{ skus: [], budgetPoints: 50_000, walletMax: null, walletPeriod: null, walletPoints: null },
      }),
    );
    if (promotion === null) return false;
    const { id: promotionId, version } = promotion;
    return reaches(of, () =>
      movePromotion(world.context, of.asker, { promotionId, version, move: "publish" }),
    );
  });
}

function byCoupons(of: League): Promise<number> {
  return sumOf(50_000, async () => {
    const template = await allowed(
      createTemplate(world.context, of.asker, {
        merchantId: world.ours.merchantId,
        fields: {
          ...{
            titleEn: "Gift",
            titleAr: "هدية",
            termsEn: "",
            termsAr: "",
            discountType: 2,
            discount: 50_000,
          },
          ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: null },
          ...{ stockMax: 1, rewardMin: null, worth: 50_000, minBill: null },
        },
      }),
    );
    if (template === null) return false;
    const { id: templateId, version } = template;
    return reaches(of, () =>
      changeTemplateState(world.context, of.asker, { templateId, version, state: "live" }),
    );
  });
}

/** Points given by hand, each time as many as leave room for more, and then a PIN for a wallet that has some. */
async function byCorrections(of: League): Promise<number> {
  const { context } = world;
  const adjusted = await sumOf(5_000, async () => {
    const input = {
      ...{ walletCode: await newWallet(), direction: "up" as const, points: 5_000, reason: "Complaint" },
      reference: randomUUID(),
    };
    const adjust = (approver?: AdminActor) => adjustPoints(context, of.asker, input, approver);
    for (const approver of of.mate === null ? [undefined] : [undefined, of.mate])
      try {
        await adjust(approver);
        return true;
      } catch (error) {
        if (!isAdminError(error)) throw error;
      }
    return false;
  });
  if (adjusted === POINTS_MAX) return adjusted;
  const walletCode = await newWallet();
  await adjustPoints(context, world.operator, {
    ...{ walletCode, direction: "up", points: 1, reason: "Complaint", reference: randomUUID() },
  });
  const isSet = await reaches(of, () => setWalletPin(context, of.asker, { walletCode, pin: "492817" }));
  return adjusted + (isSet ? 1 : 0);
}

/** The cells of a row, of which each is played on a day of its own. */
async function play(gather: () => Promise<League>): Promise<string[]> {
  const byOffers = async (of: League) => (await byPromotions(of)) + (await byCoupons(of));
  const cells: string[] = [];
  for (const road of [byClients, byOffers, byCorrections, atTheTill]) {
    world.clock.advance(DAY_MS);
    const points = await road(await gather());
    cells.push(
      points >= POINTS_MAX && (road === byOffers || road === byCorrections)
        ? AGREED
        : points.toLocaleString("en"),
    );
  }
  return cells;
}

const table = readFileSync("docs/threat-model.md", "utf8")
  .split("## Accounts in league")[1]
  ?.split("\n## ")[0];
const rows = (table ?? "").split("\n").filter((line) => line.startsWith("| "));

test("each league of the threat model's table is played, and no other", () => {
  const names = rows.slice(1).map((row) => row.split(" | ")[0]?.slice(2));
  expect(names).toEqual(Object.keys(LEAGUES));
});

test.each(Object.entries(LEAGUES))(
  "%s: points of a day by every road are the threat model's",
  async (name, gather) => {
    expect(rows).toContain(`| ${name} | ${(await play(gather)).join(" | ")} |`);
  },
);
