import { afterAll, beforeAll, expect, test } from "vitest";
import { readAudit } from "@/lib/areas/audit/read";
import { listBreaches, noteBreach, readBreachPaper, reportBreach } from "@/lib/areas/privacy/breaches";
import { paperResponse } from "@/lib/areas/privacy/document";
import { readPersonFile, withdrawConsent } from "@/lib/areas/privacy/person-file";
import { readRegister } from "@/lib/areas/privacy/register";
import {
  answerRequest,
  firstLateRequests,
  listRequests,
  noteRequest,
  readReceipt,
} from "@/lib/areas/privacy/requests";
import { RETENTION_KINDS, readRetention, removeOld, setRetention } from "@/lib/areas/privacy/retention";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { exportWallets, viewWallet } from "@/lib/areas/wallets/read";
import { setWalletStatus, updateWallet } from "@/lib/areas/wallets/update-wallet";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { HELD } from "@/lib/log/held";
import { TABLES } from "@/lib/platform/database/generated/tables";
import { moneyOf } from "@/lib/platform/money";
import { eraseIfClosed } from "@/lib/wallet/erase";
import { searchWallets } from "@/lib/wallet/search";
import { createWorld, NOW, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

async function enrol(name: string) {
  const contactMsisdn = uniqueMsisdn();
  const { id, walletCode } = await enrolWallet(world.context, world.ours.cashier, {
    ...{ contactMsisdn, name, email: "x@example.com", nid: "29002280101234", hasConsented: true },
  });
  return { id, walletCode, contactMsisdn };
}
const view = (walletCode: string) => viewWallet(world.context, world.operator, { walletCode });
const found = async (text: string) =>
  (await searchWallets(world.database.pool, { text }, { at: { now: NOW, timeZone: "UTC" }, limit: 10 }))
    .wallets;

async function exported() {
  const { context, operator, database } = world;
  const codes: string[] = [];
  for await (const wallet of await exportWallets({ ...context, pool: database.pool }, operator, {}))
    codes.push(wallet.walletCode);
  return codes;
}

test("a consent that is withdrawn has a receipt, and from then on nothing shows, finds or exports what it covered", async () => {
  const { context, ours } = world;
  const { walletCode } = await enrol("Withdrawn Person");
  await updateWallet(context, ours.admin, { walletCode, version: 1, name: "Withdrawn Customer" });
  expect(await found("Withdrawn")).toHaveLength(1);
  expect(await exported()).toContain(walletCode);
  const after = await withdrawConsent(context, ours.supervisor, { walletCode, version: 2 });
  expect(after).toMatchObject({ isOptedIn: false, profile: { name: null, email: null, nid: null } });
  expect(after.consents[0]).toMatchObject({ id: expect.any(Number), isGiven: false });
  expect((await view(walletCode)).profile).toMatchObject({ name: null, birthDate: null });
  expect(await found("Withdrawn")).toEqual([]);
  expect(await exported()).not.toContain(walletCode);
  const { acts } = await readAudit(context, ours.admin, { subject: { type: "wallet", id: walletCode } });
  expect(JSON.stringify(acts)).not.toContain("Withdrawn");
  expect(await refusal(() => withdrawConsent(context, ours.admin, { walletCode, version: 3 }))).toMatchObject(
    {
      code: "wallet_status",
    },
  );
  await expect(
    updateWallet(context, ours.admin, { walletCode, version: 3, name: "Again" }),
  ).rejects.toMatchObject({
    code: 1208,
  });
  const joined = await updateWallet(context, ours.admin, { walletCode, version: 3, isOptedIn: true });
  expect(joined.profile.name).toBe("Withdrawn Customer");
});

test("a customer's file has everything that is held, as a page in either language and as JSON, with the people who looked", async () => {
  const { context, operator, database, ours } = world;
  const { id, walletCode, contactMsisdn } = await enrol("<b>Filed</b> Customer");
  await database.pool.query(
    "INSERT INTO wallet_view (user_id, wallet_id, at, how) VALUES ($1, $2, $3, 'desk')",
    [...[ours.admin.userId, id, NOW]],
  );
  const paper = await readPersonFile(context, operator, walletCode);
  const json = await paperResponse(paper, "json", "en").json();
  expect(json.profile).toMatchObject([
    { walletCode, mobile: contactMsisdn, nid: "29002280101234", status: "active" },
  ]);
  expect(json.consents).toMatchObject([{ isGiven: true }]);
  expect(json.looks).toMatchObject([{ how: "desk" }]);
  expect(json.acts).toMatchObject([{ action: "wallet.enrol" }]);
  const page = await paperResponse(paper, "html", "ar").text();
  expect(page).toContain('dir="rtl"');
  expect(page).toContain("&lt;b&gt;Filed");
  const { acts } = await readAudit(context, operator, { action: "wallet.read_file" });
  expect(acts).toMatchObject([{ subject: { id: walletCode }, user: { id: operator.userId } }]);
});

test("a customer's file is of all their cards: bought, agreed, looked at, brought and changed before a merge too, by whichever card", async () => {
  const { context, operator, database, ours } = world;
  const [old, kept, newcomer, other] = [
    await enrol("Two Cards"),
    await enrol("Two Cards"),
    await enrol("A Friend"),
    await enrol("Another"),
  ];
  const actor = {
    ...{ userId: ours.admin.userId, merchantId: ours.merchantId, branchId: ours.branchId },
    ...{ branchMsisdn: null, channelId: 1 as const },
  };
  for (const { walletCode } of [old, old, kept, other])
    await context.ledger.post({ type: "reward", walletCode, value: moneyOf(10), actor });
  await database.pool.query(
    `INSERT INTO wallet_view (user_id, wallet_id, at, how) SELECT $1, id, $2, 'desk' FROM unnest($3::bigint[]) v (id)`,
    [ours.admin.userId, NOW, [old.id, kept.id, other.id]],
  );
  await database.pool.query(
    `INSERT INTO referral (wallet_id, referrer_wallet_id, state, opened_at, newcomer_points, referrer_points) VALUES ($1, $2, 'open', $3, 0, 0)`,
    [newcomer.id, old.id, NOW],
  );
  const { version } = await view(old.walletCode);
  await mergeWallets(context, ours.admin, {
    ...{ walletCode: old.walletCode, toWalletCode: kept.walletCode, version, reason: "One person" },
  });
  for (const { walletCode } of [old, kept]) {
    const json = await paperResponse(
      await readPersonFile(context, operator, walletCode),
      "json",
      "en",
    ).json();
    const counts = Object.fromEntries(
      ["profile", "consents", "looks", "referrals"].map((kind) => [kind, json[kind].length]),
    );
    expect(counts).toEqual({ profile: 2, consents: 2, looks: 2, referrals: 1 });
    const bought = json.transactions.filter(({ merchant }: { merchant: string | null }) => merchant !== null);
    expect(bought.length).toBeGreaterThanOrEqual(3);
    expect(json.transactions.filter(({ points }: { points: number }) => points === 10)).toHaveLength(3);
    expect(json.acts.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["wallet.enrol", "wallet.enrol", "wallet.merge"]),
    );
  }
});

test("every table that is said to be in a customer's file is read for it", () => {
  const said = Object.entries(TABLES).flatMap(([table, facts]) =>
    "held" in facts ? facts.held.map((kind) => ({ table, kind })) : [],
  );
  expect(said.length).toBeGreaterThan(10);
  const statements: Readonly<Record<string, string>> = { ...HELD, acts: "audit_log" };
  expect(
    said.filter(({ table, kind }) => !new RegExp(`\\b${table}\\b`).test(statements[kind] ?? "")),
  ).toEqual([]);
});

test("the job removes what is older than its kind is kept, once a day, erases customers of wallets closed long ago, and reports", async () => {
  const { context, operator, database, ours, system } = world;
  const { id, walletCode } = await enrol("Closed Customer");
  await setWalletStatus(context, ours.admin, {
    ...{ walletCode, version: 1, statusId: WALLET_STATUS.closed, reason: "Moved away" },
  });
  await database.pool.query(
    `INSERT INTO wallet_view (user_id, wallet_id, at, how)
     SELECT $1, $2, $3::timestamptz - make_interval(days => d), 'desk' FROM unnest(ARRAY[1, 200]) d`,
    [ours.admin.userId, id, NOW],
  );
  await setRetention(context, operator, { walletViews: 100, closedCustomers: 30 });
  expect(await refusal(() => setRetention(context, operator, { walletViews: 5 }))).toMatchObject({
    code: "invalid",
  });
  const run = (now: Date) =>
    removeOld({ pool: database.pool, database: context.database, now, systemUserId: system.userId });
  const idOf = async () =>
    (await database.pool.query("SELECT nid FROM wallet_profile WHERE wallet_id = $1", [id])).rows[0].nid;
  await database.pool.query("UPDATE wallet_profile SET nid = '29002280105678' WHERE wallet_id = $1", [id]);
  expect(await run(NOW)).toMatchObject({ walletViews: 1, closedCustomers: 0 });
  expect(await idOf()).toMatch(/^sealed:/);
  expect(await run(NOW)).toBeNull();
  const later = new Date(NOW.getTime() + 31 * 24 * 3_600_000);
  expect(await run(later)).toMatchObject({ walletViews: 0, closedCustomers: 1 });
  expect(await view(walletCode)).toMatchObject({ isErased: true, contactMsisdn: "" });
  const { runs } = await readRetention(database.pool);
  expect(runs.map(({ removed }) => removed.closedCustomers)).toEqual([1, 0]);
});

test("a breach names the customers who were touched and counts 72 hours, and the register says what is held", async () => {
  const { context, operator, database, ours, theirs } = world;
  const { id, walletCode, contactMsisdn } = await enrol("Touched Customer");
  await database.pool.query(
    "INSERT INTO wallet_view (user_id, wallet_id, at, how) VALUES ($1, $2, $3, 'desk')",
    [...[theirs.admin.userId, id, NOW]],
  );
  const hour = 3_600_000;
  const breach = {
    since: new Date(NOW.getTime() - hour),
    until: new Date(NOW.getTime() + hour),
    note: "A stolen phone",
  };
  await noteBreach(context, operator, { ...breach, discoveredAt: NOW, userId: theirs.admin.userId });
  await noteBreach(context, operator, { ...breach, discoveredAt: NOW, userId: theirs.cashier.userId });
  const [nobody, one] = await listBreaches(context, operator);
  expect(nobody).toMatchObject({ customers: 0 });
  expect(one).toMatchObject({ customers: 1, reportedAt: null, dueAt: new Date(NOW.getTime() + 72 * hour) });
  const page = await paperResponse(
    await readBreachPaper(context, operator, one?.id ?? 0),
    "html",
    "ar",
  ).text();
  expect(page).toContain(walletCode);
  expect(page).not.toContain(contactMsisdn.slice(3));
  await reportBreach(context, operator, one?.id ?? 0);
  expect((await listBreaches(context, operator))[1]?.reportedAt).toEqual(NOW);
  expect(await refusal(() => listBreaches(context, ours.admin))).toMatchObject({ code: "forbidden" });
  const register = await paperResponse(await readRegister(context, operator), "json", "en").json();
  expect(register.recipients).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: "merchant" })]),
  );
  expect(register.retention).toEqual(
    expect.arrayContaining([{ kind: RETENTION_KINDS.walletViews.name, days: 100 }]),
  );
});

test("a request about data is due by the programme's days, is late at Home, is answered once, and has a receipt", async () => {
  const { context, operator } = world;
  const { id: walletId, walletCode } = await enrol("Curious Person");
  const asked = { kind: "erase", person: "Curious Person", receivedOn: "2026-11-14" } as const;
  expect(await refusal(() => noteRequest(context, operator, { ...asked, walletCode: "NOBODY" }))).toEqual({
    code: "invalid",
    params: { field: "walletCode" },
  });
  expect(
    await refusal(() => noteRequest(context, operator, { ...asked, walletCode, receivedOn: "2026-11-22" })),
  ).toEqual({ code: "invalid", params: { field: "receivedOn" } });
  const requestId = await noteRequest(context, operator, { ...asked, walletCode });
  await noteRequest(context, operator, { ...asked, kind: "other", walletCode: "", receivedOn: "2026-11-21" });
  const { requests, answerDays } = await listRequests(context, operator);
  expect(answerDays).toBe(6);
  expect(requests.map(({ kind, dueOn }) => [kind, dueOn])).toEqual([
    ["erase", "2026-11-20"],
    ["other", "2026-11-27"],
  ]);
  expect(await firstLateRequests(context, 3)).toEqual({
    count: 1,
    late: [{ id: requestId, kind: "erase", person: "Curious Person", dueOn: "2026-11-20" }],
  });
  const receipt = async () =>
    paperResponse(await readReceipt(context, operator, requestId), "html", "ar").text();
  expect(await receipt()).toContain("2026-11-20");
  const answer = { requestId, answer: "done", note: "Erased today" } as const;
  await answerRequest(context, operator, answer);
  expect(await refusal(() => answerRequest(context, operator, answer))).toMatchObject({ code: "conflict" });
  expect(await receipt()).toContain("Erased today");
  expect(await firstLateRequests(context, 3)).toMatchObject({ count: 0 });
  expect((await readPersonFile(context, operator, walletCode)).sections).toContainEqual(
    expect.objectContaining({ id: "privacy", rows: [expect.objectContaining({ note: "Erased today" })] }),
  );
  expect(await refusal(() => listRequests(context, world.ours.admin))).toMatchObject({ code: "forbidden" });
  const { version } = await view(walletCode);
  await setWalletStatus(context, operator, {
    ...{ walletCode, version, statusId: WALLET_STATUS.closed, reason: "Asked for erasure" },
  });
  await world.database.prisma.$transaction((tx) => eraseIfClosed(tx, walletId, NOW));
  expect((await listRequests(context, operator)).requests.find(({ id }) => id === requestId)).toMatchObject({
    person: "",
    answer: { kind: "done", note: "" },
  });
  const { rows } = await world.database.pool.query(
    "SELECT FROM audit_log a WHERE a::text LIKE '%Erased today%' OR a::text LIKE '%Curious%'",
  );
  expect(rows).toEqual([]);
});
