import { afterAll, beforeAll, expect, test } from "vitest";
import { answerImport } from "@/lib/areas/imports/answer";
import {
  addImportPart,
  checkImport,
  createImport,
  createImportRunner,
  startImport,
} from "@/lib/areas/imports/import-wallets";
import { listStartableImports, readImport, readRefusedLines } from "@/lib/areas/imports/read-imports";
import type { ImportKind } from "@/lib/areas/imports/words";
import { withdrawConsent } from "@/lib/areas/privacy/person-file";
import { createSegment } from "@/lib/areas/programme/segments";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { verify } from "@/lib/ledger/verify/verify";
import { readHeld } from "@/lib/log/held";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { readConsents } from "@/lib/portal/acts/consent";
import { createWorld, hire, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";
import { partHashes } from "@/tests/support/upload";

let world: World;
let second: AdminActor;
beforeAll(async () => {
  world = await createWorld();
  second = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
});
afterAll(() => world.database.drop());

const runner = () =>
  createImportRunner({ pool: world.database.pool, clock: world.clock, ledger: world.context.ledger });

interface Brought {
  kind?: ImportKind;
  by?: AdminActor;
  merchantId?: number | null;
}

async function bring(lines: readonly string[], { kind, by = world.ours.admin, merchantId }: Brought = {}) {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const file = { kind, fileName: "customers.csv", bytes: bytes.byteLength, allowsSharedMobile: false };
  const parts = partHashes(bytes);
  const importId = await createImport(world.context, by, { ...file, parts, merchantId });
  await addImportPart(world.context, by, { importId, part: 0, bytes: Uint8Array.from(bytes) });
  await checkImport(world.context, by, importId);
  await runner().run();
  return importId;
}

const read = (importId: number, by: AdminActor = world.operator) => readImport(world.context, by, importId);

async function carryOut(importId: number, by: AdminActor = world.ours.admin) {
  await startImport(world.context, by, importId);
  await runner().run();
  return read(importId);
}

async function refused(importId: number) {
  const { lines } = await readRefusedLines(world.context, world.operator, importId);
  const found: string[] = [];
  for await (const { line, problems } of lines) found.push(`${line} ${problems.map(({ code }) => code)}`);
  return found;
}

const walletOf = (contactMsisdn: string) =>
  world.database.prisma.wallet.findFirstOrThrow({
    where: { contactMsisdn },
    include: { walletProfile: true, walletConsents: { include: { proof: true } } },
  });

const PAPER = {
  how: "paper",
  agreedOn: "2026-03-08",
  language: "ar",
  version: 1,
  proof: "Signed cards, folder 3, Maadi shop",
} as const;

const answer = (importId: number, consent: Parameters<typeof answerImport>[2]["consent"]) =>
  answerImport(world.context, world.ours.admin, { importId, consent });

test("a file that does not say who agreed is started only after a person says how they agreed", async () => {
  const [one, two] = [uniqueMsisdn(), uniqueMsisdn()];
  const importId = await bring(["mobile,name", `${one},Mona`, `${two},Bassem`]);
  expect(await read(importId)).toMatchObject({
    counts: { agreed: 0, declined: 0, unsaid: 2 },
    consent: null,
  });
  expect(await refusal(() => startImport(world.context, world.ours.admin, importId))).toMatchObject({
    code: "consent_unanswered",
  });
  await answer(importId, { how: "till" });
  expect(await carryOut(importId)).toMatchObject({ state: "done", created: 2, consent: { how: "till" } });
  expect(await walletOf(one)).toMatchObject({ isOptedIn: false, walletConsents: [] });
});

test("customers who agreed on paper join on that day, with the words and with what proves it; lines that say no do not", async () => {
  const [blank, no, yes] = [uniqueMsisdn(), uniqueMsisdn(), uniqueMsisdn()];
  const importId = await bring([
    "mobile,name,consent",
    ...[`${blank},Blank,`, `${no},No,no`, `${yes},Yes,yes`],
  ]);
  expect(await read(importId)).toMatchObject({ counts: { agreed: 1, declined: 1, unsaid: 1 } });
  await answer(importId, PAPER);
  expect((await carryOut(importId)).consent).toMatchObject({ proof: PAPER.proof, version: 1 });

  const joined = await walletOf(blank);
  expect(joined).toMatchObject({
    isOptedIn: true,
    optedInAt: new Date("2026-03-07T22:00:00Z"),
    walletConsents: [
      { isGiven: true, via: "import", version: 1, language: "ar", proof: { proof: PAPER.proof } },
    ],
  });
  expect(await walletOf(no)).toMatchObject({ isOptedIn: false, walletConsents: [] });
  expect(await walletOf(yes)).toMatchObject({ isOptedIn: true, walletConsents: [{ proof: null }] });

  const [consent] = await readConsents(world.database.prisma, Number(joined.id));
  expect(consent).toMatchObject({ proof: PAPER.proof, text: expect.stringContaining("أرغب") });
  const [held] = await readHeld(world.database.pool, "consents", [Number(joined.id)]);
  expect(held).toMatchObject({ agreedOn: PAPER.agreedOn, proof: PAPER.proof, text: consent?.text });
});

test("papers with words of their own are kept with these words", async () => {
  const mobile = uniqueMsisdn();
  const importId = await bring(["mobile", mobile]);
  const { version: _, ...paper } = PAPER;
  expect(await refusal(() => answer(importId, paper))).toMatchObject({ params: { field: "words" } });
  await answer(importId, { ...paper, words: "I join the coffee club." });
  await carryOut(importId);
  const [consent] = await readConsents(world.database.prisma, Number((await walletOf(mobile)).id));
  expect(consent).toMatchObject({ version: null, text: "I join the coffee club." });
});

test("consent in the future is refused, on paper and in a line", async () => {
  const importId = await bring(["mobile,consentedOn", `${uniqueMsisdn()},2026-11-22`, `${uniqueMsisdn()},`]);
  expect(await refused(importId)).toEqual(["2 invalid"]);
  expect(await refusal(() => answer(importId, { ...PAPER, agreedOn: "2026-11-22" }))).toMatchObject({
    code: "invalid",
    params: { field: "agreedOn" },
  });
  await answer(importId, { ...PAPER, agreedOn: "2026-11-21" });
});

test("an operator's file belongs to the merchant whose customers they are, whose people then know them", async () => {
  const mobile = uniqueMsisdn();
  const by = world.operator;
  const importId = await bring(["mobile,name,consent", `${mobile},Mona,yes`], {
    by,
    merchantId: world.ours.merchantId,
  });
  expect(await read(importId, world.ours.admin)).toMatchObject({ merchant: { id: world.ours.merchantId } });
  await carryOut(importId, by);
  const change = (name: string) => [`mobile,name`, `${mobile},${name}`];
  expect(await refused(await bring(change("Mona Adel"), { kind: "update" }))).toEqual([]);
  // Two companies with the same customers: the second one knows a customer from the first sale on.
  const theirs = await bring(change("Other"), { kind: "update", by: world.theirs.admin });
  expect(await refused(theirs)).toEqual(["2 not_yours"]);
  expect(await refused(await bring(change("Other"), { by: world.theirs.admin }))).toEqual(["2 mobile_taken"]);
  expect(
    await refusal(() => bring(change("x"), { by: world.ours.admin, merchantId: world.theirs.merchantId })),
  ).toMatchObject({ code: "forbidden" });
});

test("points that were earned before count for tiers where a person says so, and the log verifies", async () => {
  const points = 500;
  const tier = await createSegment(world.context, world.system, {
    ...{ nameEn: "Regulars", nameAr: "دائمون", value: points, rewardFactor: "1", redeemFactor: "1" },
    ...{ bonusPoints: null, redeemThreshold: 0 },
  });
  const brought = async (countsForTiers: boolean) => {
    const mobile = uniqueMsisdn();
    const importId = await bring(["mobile,consent,openingPoints", `${mobile},yes,${points}`]);
    await answerImport(world.context, world.ours.admin, { importId, countsForTiers });
    await carryOut(importId);
    const { accumulated, segmentId, balance } = await walletOf(mobile);
    return [Number(balance), Number(accumulated), segmentId === tier.segmentId];
  };
  expect(await brought(true)).toEqual([points, points, true]);
  expect(await brought(false)).toEqual([points, 0, false]);
  expect((await verify(world.database.pool)).findings).toEqual([]);
});

async function customer(name = "Before", hasConsented = true, birthDate?: string) {
  const contactMsisdn = uniqueMsisdn();
  const input = { contactMsisdn, hasConsented, name, birthDate };
  return enrolWallet(world.context, world.ours.admin, input);
}

test("of two companies that bring the same customer at the same moment one makes the wallet, and no points are given twice", async () => {
  const mobile = uniqueMsisdn();
  const lines = (points: number) => ["mobile,name,consent,points", `${mobile},Mona,yes,${points}`];
  const files: { by: AdminActor; importId: number }[] = [];
  // Each was checked before the other one had made anything.
  for (const { admin: by } of [world.ours, world.theirs])
    files.push({ by, importId: await bring(lines(30), { by }) });
  for (const { importId } of files) expect(await read(importId)).toMatchObject({ refused: 0 });
  for (const { by, importId } of files) await startImport(world.context, by, importId);
  await Promise.all([runner().run(), runner().run()]);
  await runner().run();
  const done = await Promise.all(files.map(({ importId }) => read(importId)));
  expect(done.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(done.map(({ created }) => created).toSorted()).toEqual([0, 1]);
  expect(done.map(({ postedPoints }) => postedPoints).toSorted()).toEqual([0, 30]);
  const late = done.findIndex(({ created }) => created === 0);
  expect(await refused(files[late]?.importId ?? 0)).toEqual(["2 mobile_taken"]);
  expect(await world.database.prisma.wallet.count({ where: { contactMsisdn: mobile } })).toBe(1);
  expect(await walletOf(mobile)).toMatchObject({ balance: 30n });
  expect((await verify(world.database.pool)).findings).toEqual([]);
});

test("a file changes customers who exist: names, birthdays and consent, and points as an adjustment", async () => {
  const [one, two, same] = await Promise.all([customer("Mona"), customer("Bassem", false), customer("Same")]);
  const importId = await bring(
    [
      "mobile,name,birthDate,consent,points",
      `${one.contactMsisdn},Mona Adel,1990-02-28,,`,
      `${two.contactMsisdn},,,yes,40`,
      `${same.contactMsisdn},Same,,,`,
    ],
    { kind: "update" },
  );
  expect(await read(importId)).toMatchObject({
    kind: "update",
    refused: 0,
    openingPoints: 40,
    counts: { agreed: 1, unsaid: 0, changes: { name: 1, birthDate: 1 }, unchanged: 1 },
  });
  expect(await walletOf(one.contactMsisdn)).toMatchObject({ walletProfile: { name: "Mona" } });
  expect(await carryOut(importId)).toMatchObject({ state: "done", created: 3, postedPoints: 40 });
  expect(await walletOf(one.contactMsisdn)).toMatchObject({
    isOptedIn: true,
    balance: 0n,
    walletProfile: { name: "Mona Adel", birthDate: new Date("1990-02-28") },
  });
  expect(await walletOf(two.contactMsisdn)).toMatchObject({
    ...{ isOptedIn: true, balance: 40n, accumulated: 0n },
    walletProfile: { name: "Bassem" },
  });
  expect((await verify(world.database.pool)).findings).toEqual([]);
});

test("a file of changes says of each line that it cannot change why, and changes nothing there", async () => {
  const [takesPart, gone, twice] = await Promise.all([customer(), customer("Gone"), customer()]);
  const foreign = await enrolWallet(world.context, world.theirs.admin, {
    contactMsisdn: uniqueMsisdn(),
    hasConsented: true,
  });
  const { id: walletId, version } = gone;
  await withdrawConsent(world.context, world.operator, { walletCode: gone.walletCode, version });
  const importId = await bring(
    [
      "walletCode,mobile,name,consent,tier",
      `,${uniqueMsisdn()},Nobody,,`,
      `,${takesPart.contactMsisdn},x,no,`,
      `,${gone.contactMsisdn},Back,yes,`,
      `,${foreign.contactMsisdn},Mine,,`,
      `${foreign.walletCode},${twice.contactMsisdn},x,,`,
      `,${twice.contactMsisdn},One,,`,
      `,${twice.contactMsisdn},Two,,`,
    ],
    { kind: "update" },
  );
  expect(await refused(importId)).toEqual([
    "2 unknown_customer",
    "3 takes_part",
    "4 withdrawn",
    "5 not_yours",
    "6 other_customer",
    "8 mobile_twice",
  ]);
  expect(await carryOut(importId)).toMatchObject({ created: 1, refused: 6 });
  expect(await readConsents(world.database.prisma, walletId)).toMatchObject([{ isGiven: false }, {}]);
  expect((await walletOf(gone.contactMsisdn)).isOptedIn).toBe(false);
});

test("joining many by a file opens up their points: above the author's limit a second person starts the file", async () => {
  const rich = await customer("Rich", false);
  const above = Number((await world.database.prisma.programme.findFirstOrThrow()).adjustmentApprovalAbove);
  await world.context.ledger.post({
    ...{ type: "adjust", walletCode: rich.walletCode, direction: "up", pocket: "spendable" },
    ...{ points: above + 1, comment: "" },
    actor: {
      ...{ userId: world.operator.userId, channelId: 3 },
      merchantId: null,
      branchId: null,
      branchMsisdn: null,
    },
  });
  const importId = await bring(["mobile", rich.contactMsisdn], { kind: "update" });
  await answer(importId, { how: "till" });
  expect(await read(importId)).toMatchObject({ needsSecondPerson: false });
  await answer(importId, PAPER);
  expect(await read(importId)).toMatchObject({
    needsSecondPerson: true,
    counts: { unsaidPoints: above + 1 },
  });
  expect(await refusal(() => startImport(world.context, world.ours.admin, importId))).toMatchObject({
    code: "approval_required",
  });
  expect(await listStartableImports(world.context, second)).toMatchObject([{ id: importId }]);
  // Its author is told that it waits.
  expect((await listStartableImports(world.context, world.ours.admin)).map(({ id }) => id)).toContain(
    importId,
  );
  await carryOut(importId, second);
  expect((await walletOf(rich.contactMsisdn)).isOptedIn).toBe(true);
});

test("points for a number of the author's own are started by another person, however few", async () => {
  const mine = uniqueMsisdn();
  const { userId } = world.ours.admin;
  const created = { createdBy: world.operator.userId, createdAt: world.clock.now() };
  await world.database.prisma.staffNumber.create({ data: { userId, msisdn: mine, ...created } });
  const importId = await bring(["mobile,consent,points", `${mine},yes,1`]);
  expect(await read(importId)).toMatchObject({ needsSecondPerson: true });
  expect(await refusal(() => startImport(world.context, world.ours.admin, importId))).toMatchObject({
    code: "own_number",
  });
  expect(await carryOut(importId, second)).toMatchObject({ state: "done", postedPoints: 1 });
});
