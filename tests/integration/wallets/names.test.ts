import { afterAll, beforeAll, expect, test } from "vitest";
import { searchUsers } from "@/lib/areas/staff/read";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { systemClock } from "@/lib/platform/clock";
import { findWalletsByPart, searchWallets } from "@/lib/wallet/search";
import { createWorld, uniqueMsisdn, type World } from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const AT = { now: systemClock.now(), timeZone: "Africa/Cairo" };

test.each<[string, string[], string[]]>([
  ["عبد الله نور الدين", ["عبد الله", "عبدالله", "نورالدين", "عبدالله نور الدين", "نور عبد"], ["عبداللطيف"]],
  ["عبدالرحمن السيد", ["عبد الرحمن", "عبد الرحمن السيد", "سيد", "السيد"], ["عبد الرحيم"]],
  ["Hany El-Sayed", ["elsayed", "El Sayed", "el-sayed", "sayed", "hany elsayed"], ["elsamy", "hany sami"]],
  ["Mona Abdelrahman", ["abd el rahman", "abdel rahman", "Abd-Elrahman", "mona abdel"], ["abd el rahim"]],
  ["Sayed O'Neil", ["al sayed", "oneil", "o neil"], ["el hany"]],
])(
  "%s is found by words written together and apart, with the article and without",
  async (name, found, not) => {
    const { context, operator, ours, database } = world;
    const { id } = await enrolWallet(context, operator, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
      name,
    });
    await database.pool.query("UPDATE app_user SET name = $2 WHERE id = $1", [ours.cashier.userId, name]);
    const outcome = async (text: string) => {
      const desk = await searchWallets(context.database, { text }, { at: AT, limit: 100 });
      const till = await findWalletsByPart(context.database, { name: text }, AT, {
        merchantId: null,
        limit: 100,
      });
      const { users } = await searchUsers(context, operator, { text });
      return [
        desk.wallets.some((wallet) => wallet.id === id),
        till.some((wallet) => wallet.id === id),
        users.some((user) => user.id === ours.cashier.userId),
      ];
    };
    for (const text of found) expect([text, ...(await outcome(text))]).toEqual([text, true, true, true]);
    for (const text of not) expect([text, ...(await outcome(text))]).toEqual([text, false, false, false]);
  },
);
