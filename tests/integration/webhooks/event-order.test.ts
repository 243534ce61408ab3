import { afterAll, beforeAll, expect, test } from "vitest";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { viewWallet } from "@/lib/areas/wallets/read";
import { setWalletStatus, updateWallet } from "@/lib/areas/wallets/update-wallet";
import { FEED_START, type FeedPage, parseFeedCursor, readFeed } from "@/lib/areas/webhooks/feed";
import { SeededRandom } from "@/lib/demo/random";
import { moneyOf } from "@/lib/platform/money";
import { createWorld, uniqueMsisdn, type World } from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const WALLETS = 6;
const STEPS = 8;

/** Does random things to one new wallet, one after the other; returns the events that they are. */
async function live(random: SeededRandom): Promise<{ walletCode: string; did: string[] }> {
  const { context } = world;
  const { admin, cashier, merchantId, branchId } = world.ours;
  const { walletCode } = await enrolWallet(context, cashier, {
    contactMsisdn: uniqueMsisdn(),
    hasConsented: true,
  });
  const did = ["wallet.created"];
  const actor = { userId: admin.userId, channelId: 1 as const, merchantId, branchId, branchMsisdn: null };
  let isSuspended = false;
  for (let step = 0; step < STEPS; step += 1) {
    const { version } = await viewWallet(context, world.operator, { walletCode });
    const choice = Math.floor(random.next() * 3);
    if (choice === 0) {
      isSuspended = !isSuspended;
      const statusId = isSuspended ? 3 : 1;
      await setWalletStatus(context, admin, { walletCode, version, statusId, reason: "Asked for" });
      did.push("wallet.status_changed");
    } else if (choice === 1) {
      await updateWallet(context, admin, { walletCode, version, name: `Name ${step}` });
      did.push("wallet.updated");
    } else if (!isSuspended) {
      await context.ledger.post({ type: "reward", walletCode, value: moneyOf(1), actor });
      did.push("points.rewarded");
    }
  }
  return { walletCode, did };
}

test.each([1, 2, 7, 100])(
  "the events of one wallet come in the order in which they happened, in pages of %i, while others go on",
  async (limit) => {
    const random = new SeededRandom(limit);
    const { merchantId } = world.ours;
    let isOver = false;
    const lives = Promise.all(Array.from({ length: WALLETS }, () => live(random))).finally(() => {
      isOver = true;
    });
    const told: FeedPage["events"] = [];
    let cursor = FEED_START;
    for (let isLast = false; ; ) {
      const page = await readFeed(world.database.pool, { merchantId, cursor, limit, types: [] });
      told.push(...(page?.events ?? []));
      cursor = parseFeedCursor(page?.cursor ?? "") ?? cursor;
      if (isLast && !page?.hasMore) break;
      isLast = isOver;
    }
    for (const { walletCode, did } of await lives) {
      const events = told.filter(({ data }) => data.walletCode === walletCode);
      expect(events.map(({ type }) => type)).toEqual(did);
    }
  },
);
