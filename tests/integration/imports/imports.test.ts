import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAlone } from "@/lib/areas/imports/alone";
import { answerImport } from "@/lib/areas/imports/answer";
import {
  addImportPart,
  agreeOnFile,
  checkImport,
  createImport,
  createImportRunner,
  discardImport,
  startImport,
  stopImport,
} from "@/lib/areas/imports/import-wallets";
import {
  listStartableImports,
  readImport,
  readRefusedLines,
  readRefusedPage,
} from "@/lib/areas/imports/read-imports";
import { openLine } from "@/lib/areas/imports/read-line";
import { IMPORT_PART_BYTES } from "@/lib/areas/imports/words";
import { enrolCustomer } from "@/lib/areas/wallets/enrol-customer";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { eventText } from "@/lib/areas/webhooks/event-types";
import { readEvents } from "@/lib/areas/webhooks/read-events";
import { DomainError } from "@/lib/ledger/rules/errors";
import type { Ledger } from "@/lib/ledger/run/ledger";
import { verify } from "@/lib/ledger/verify/verify";
import { EVENT_SCHEMAS } from "@/lib/points-api/events";
import { noteGrant } from "@/lib/portal/acts/access-grants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { LOCK_MSISDNS } from "@/lib/portal/acts/lock-msisdns";
import { readAloneDays } from "@/lib/portal/acts/points-alone";
import { audit, createWorld, hire, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";
import { untilHeldUp } from "@/tests/support/database";
import { partHashes } from "@/tests/support/upload";

let world: World;
let second: AdminActor;
beforeAll(async () => {
  world = await createWorld();
  second = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
});
afterAll(() => world.database.drop());

/** A process that works on imports; `post` stands between it and the ledger. */
function runner(post: Ledger["post"] = world.context.ledger.post) {
  const { pool } = world.database;
  return createImportRunner({ pool, clock: world.clock, ledger: { post } });
}

async function bring(file: string, { by = world.ours.admin, allowsSharedMobile = false } = {}) {
  const bytes = Uint8Array.from(new TextEncoder().encode(file));
  const importId = await createImport(world.context, by, {
    fileName: "customers.csv",
    bytes: bytes.byteLength,
    allowsSharedMobile,
    parts: partHashes(bytes),
  });
  for (let part = 0; part * IMPORT_PART_BYTES < bytes.byteLength; part += 1) {
    const offset = part * IMPORT_PART_BYTES;
    const some = bytes.slice(offset, offset + IMPORT_PART_BYTES);
    await addImportPart(world.context, by, { importId, part, bytes: some });
  }
  await checkImport(world.context, by, importId);
  await runner().run();
  return importId;
}

const read = (importId: number) => readImport(world.context, world.operator, importId);

async function partsOf(importId: number): Promise<number> {
  return world.database.prisma.walletImportPart.count({ where: { importId } });
}

async function refusedLines(importId: number) {
  const { lines } = await readRefusedLines(world.context, world.operator, importId);
  const refused: [number, string][] = [];
  for await (const { line, problems } of lines) refused.push([line, problems.map(({ code }) => code).join()]);
  return refused;
}

/** Wallets of a file, by the beginning of their codes, with what their logs add up to. */
async function made(prefix: string) {
  const { rows } = await world.database.pool.query<{ wallets: number; points: number; entries: number }>(
    `SELECT count(*)::int AS wallets, coalesce(sum(w.balance), 0)::int AS points,
            (SELECT count(*)::int FROM entry e JOIN wallet x ON x.id = e.wallet_id WHERE x.wallet_code LIKE $1) AS entries
       FROM wallet w WHERE w.wallet_code LIKE $1`,
    [`${prefix}%`],
  );
  return rows[0];
}

let files = 0;
/** A file of `count` customers with `points` each. */
function customers(count: number, points: number) {
  files += 1;
  const prefix = `F${files}-`;
  const lines = Array.from(
    { length: count },
    (_, index) => `${prefix}${index},${uniqueMsisdn()},Customer ${index},yes,${points}`,
  );
  return { prefix, file: `walletCode,mobile,name,consent,openingPoints\n${lines.join("\n")}\n` };
}

describe("a file that arrives", () => {
  /** A file of two parts. */
  const twoParts = () => {
    const { prefix, file } = customers(3, 10);
    const bytes = new TextEncoder().encode(`${file}${`${" ".repeat(999)}\n`.repeat(525)}`);
    return { prefix, bytes, parts: partHashes(bytes) };
  };
  const begin = (
    { bytes, parts }: { bytes: Uint8Array; parts: string[] | undefined },
    by = world.ours.admin,
    fileName = "customers.csv",
  ) =>
    createImport(world.context, by, {
      ...{ fileName, bytes: bytes.byteLength, allowsSharedMobile: false, parts },
    });
  const send = (importId: number, { bytes }: { bytes: Uint8Array }, part: number) =>
    addImportPart(world.context, world.ours.admin, {
      ...{ importId, part },
      bytes: Uint8Array.from(bytes.subarray(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES)),
    });

  test("goes on where its own content was begun, under whatever name, and nowhere else", async () => {
    const [before, now] = [twoParts(), twoParts()];
    expect(before.bytes.byteLength).toBe(now.bytes.byteLength);
    const cutShort = await begin(before);
    await send(cutShort, before, 0);
    // Another file of the same name and size, and the same file of another person, begin anew.
    const importId = await begin(now);
    expect(importId).not.toBe(cutShort);
    expect(await begin(before, world.operator)).not.toBe(cutShort);
    expect(await refusal(() => send(cutShort, now, 0))).toMatchObject({ code: "other_content" });
    expect(await refusal(() => send(importId, before, 0))).toMatchObject({ code: "other_content" });
    expect((await read(importId)).missing).toEqual([0, 1]);
    expect(await begin(before, world.ours.admin, "another name.csv")).toBe(cutShort);
    expect(await read(cutShort)).toMatchObject({ partsReceived: 1, missing: [1] });
    // A part whose answer was lost comes again.
    await send(cutShort, before, 0);
    await send(cutShort, before, 1);
    await checkImport(world.context, world.ours.admin, cutShort);
    await runner().run();
    await startImport(world.context, world.ours.admin, cutShort);
    await runner().run();
    expect(await made(before.prefix)).toMatchObject({ wallets: 3 });
    expect(await made(now.prefix)).toMatchObject({ wallets: 0 });
    // Announced without hashes: never gone on with, and its parts are compared with those that arrived.
    const unnamed = { ...now, parts: undefined };
    const plain = await begin(unnamed);
    expect(await begin(unnamed)).not.toBe(plain);
    await send(plain, now, 0);
    await send(plain, now, 0);
    expect(await refusal(() => send(plain, before, 0))).toMatchObject({ code: "other_content" });
    // One that was read is not gone on with.
    expect(await begin(before)).not.toBe(cutShort);
  });
});

describe("the dry run", () => {
  test("makes nothing, and says of every line that is refused where and why", async () => {
    const taken = await enrolWallet(world.context, world.operator, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
    });
    const [one, two, three] = [uniqueMsisdn(), uniqueMsisdn(), uniqueMsisdn()];
    const importId = await bring(
      [
        "\ufeffwalletCode,mobile,name,openingPoints",
        `D-1,${one},"=HYPERLINK(""http://x"")",10`,
        `D-1,${two},Same code,10`,
        `D-2,${one},Same mobile,10`,
        `${taken.walletCode},${two},Code of another,10`,
        `D-3,${taken.contactMsisdn},Mobile of another,10`,
        `D-4,${three},nul\0,10`,
        `D-5,${three},${"x".repeat(9_000)},10`,
        `D-6,${three},"unclosed,10`,
        `,${three},Fine,5`,
      ].join("\r\n"),
    );
    await answerImport(world.context, world.ours.admin, { importId, consent: { how: "till" } });
    expect(await read(importId)).toMatchObject({
      state: "checked",
      lines: 9,
      refused: 7,
      created: 0,
      openingPoints: 15,
    });
    expect(await refusedLines(importId)).toEqual([
      [3, "code_twice"],
      [4, "mobile_twice"],
      [5, "code_taken"],
      [6, "mobile_taken"],
      [7, "invalid"],
      [8, "broken"],
      [9, "quote"],
    ]);
    expect(await made("D-")).toMatchObject({ wallets: 0 });
    await startImport(world.context, world.ours.admin, importId);
    await runner().run();
    expect(await read(importId)).toMatchObject({ state: "done", created: 2, refused: 7, postedPoints: 15 });
    expect(await made("D-")).toMatchObject({ wallets: 1, points: 10, entries: 1 });
  });

  test("says everything that is wrong with a line at once, taken codes and numbers included", async () => {
    const taken = await enrolWallet(world.context, world.operator, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
    });
    const importId = await bring(
      [
        "walletCode,mobile,email,openingPoints,tier",
        `${taken.walletCode},${taken.contactMsisdn},nobody,-5,No such tier`,
        `,${uniqueMsisdn()},,,standard`,
      ].join("\n"),
    );
    expect(await refusedLines(importId)).toEqual([
      [2, "unknown_segment,negative,invalid,code_taken,mobile_taken"],
    ]);
    expect(await read(importId)).toMatchObject({ lines: 2, refused: 1 });
  });

  test("tells refused lines part by part, to those of the merchant only", async () => {
    const lines = Array.from({ length: 7 }, (_, index) => `x${index}`);
    const importId = await bring(`mobile\n${lines.join("\n")}\n`);
    const page = (after: number, by = world.ours.admin) =>
      readRefusedPage(world.context, by, importId, { after, limit: 3 });
    const first = await page(0);
    expect([first.lines.map(({ line }) => line), first.hasMore]).toEqual([[2, 3, 4], true]);
    expect(first.lines[0]).toMatchObject({
      cells: { mobile: "x0" },
      problems: [{ column: "mobile", code: "invalid" }],
    });
    const last = await page(7);
    expect([last.lines.map(({ line }) => line), last.hasMore]).toEqual([[8], false]);
    expect(await refusal(() => page(0, world.theirs.admin))).toMatchObject({ code: "not_found" });
    expect(await refusal(() => page(0, world.ours.supervisor))).toMatchObject({ code: "forbidden" });
  });

  test("of a file that is no table ends it, and keeps nothing of it", async () => {
    const importId = await bring("<html><table><tr><td>mobile</td></tr></table></html>");
    expect(await read(importId)).toMatchObject({ state: "failed", problem: { code: "web_page" } });
    expect(await partsOf(importId)).toBe(0);
  });

  test("asks what only a person can tell, and remembers the columns for the merchant's next file of that kind", async () => {
    const file = (born: string) => `who,reach,born\nMona,${uniqueMsisdn()},${born}\n`;
    const importId = await bring(file("03/04/1990"));
    const asked = await read(importId);
    expect(asked).toMatchObject({
      state: "asking",
      lines: 0,
      question: { columns: [null, "mobile", "birthDate"] },
    });
    const columns = ["name", "mobile", "birthDate"];
    const agree =
      (agreed: object, by = world.ours.admin) =>
      () =>
        agreeOnFile(world.context, by, { importId, agreed });
    for (const wrong of [
      ["name", null, null],
      ["name", "mobile", "name"],
      ["pin", "mobile", null],
    ])
      expect(await refusal(agree({ columns: wrong }))).toMatchObject({
        code: "invalid",
        params: { field: "columns" },
      });
    expect(await refusal(agree({ columns }, world.theirs.admin))).toMatchObject({ code: "not_found" });
    await agree({ columns, dayOrders: { birthDate: "month_first" } })();
    await runner().run();
    expect(await read(importId)).toMatchObject({ state: "checked", lines: 1, refused: 0, question: null });
    const [row] = await world.database.prisma.walletImportRow.findMany({ where: { importId } });
    expect(openLine(row?.fields).wallet?.birthDate).toBe("1990-03-04");

    const next = await bring(file("28/4/1990"));
    expect(await read(next)).toMatchObject({ state: "checked", refused: 0 });
    expect(await read(await bring(file("28/4/1990"), { by: world.theirs.admin }))).toMatchObject({
      state: "asking",
    });
    // Somebody wants to look at it all the same; once it is carried out the file is forgotten.
    await agreeOnFile(world.context, world.ours.admin, { importId: next, agreed: "ask" });
    await runner().run();
    expect(await read(next)).toMatchObject({ state: "asking", question: { columns } });
    await agreeOnFile(world.context, world.ours.admin, { importId: next, agreed: { columns } });
    await runner().run();
    await answerImport(world.context, world.ours.admin, { importId: next, consent: { how: "till" } });
    await startImport(world.context, world.ours.admin, next);
    expect(await partsOf(next)).toBe(0);
    await runner().run();
    expect(await read(next)).toMatchObject({ state: "done", created: 1 });
  });

  test("begins only when the whole file is there, and each part is of its size", async () => {
    const importId = await createImport(world.context, world.ours.admin, {
      fileName: "x.csv",
      bytes: IMPORT_PART_BYTES + 1,
      allowsSharedMobile: false,
      parts: partHashes(new Uint8Array(IMPORT_PART_BYTES + 1)),
    });
    const part = (part: number, size: number) => () =>
      addImportPart(world.context, world.ours.admin, { importId, part, bytes: new Uint8Array(size) });
    expect(await refusal(part(0, 5))).toMatchObject({ code: "invalid" });
    expect(await refusal(part(2, 1))).toMatchObject({ code: "invalid" });
    await part(1, 1)();
    const check = () => checkImport(world.context, world.ours.admin, importId);
    expect(await refusal(check)).toMatchObject({ code: "invalid" });
    await part(0, IMPORT_PART_BYTES)();
    await part(1, 1)();
    await check();
    expect(await refusal(part(1, 1))).toMatchObject({ code: "conflict" });
    await runner().run();
  });
});

test("only files with wallets to make wait to be started, and an inactive wallet of an export makes none", async () => {
  const waiting = async () =>
    (await listStartableImports(world.context, world.ours.admin)).map(({ id }) => id);
  const [good, bad] = [uniqueMsisdn(), uniqueMsisdn()];
  const fine = await bring(`Mobile number,Status number,Points\n${good},1,5\n${bad},5,7\n`);
  const nothing = await bring(`Mobile number,Status number,Points\n${bad},6,7\n`);
  expect(await read(fine)).toMatchObject({ state: "checked", lines: 2, refused: 1, openingPoints: 5 });
  expect(await refusedLines(nothing)).toEqual([[2, "inactive"]]);
  expect(await waiting()).toContain(fine);
  expect(await waiting()).not.toContain(nothing);
});

describe("an import", () => {
  test("killed half way, in the middle of posting and between, is carried on by another process to exact totals", async () => {
    const { prefix, file } = customers(2_300, 3);
    const importId = await bring(file);
    await startImport(world.context, world.ours.admin, importId);
    // Posts some and loses the answer of one: as a process that dies between the ledger's commit and its own.
    let posts = 0;
    const dying = runner(async (command) => {
      posts += 1;
      const isLost = posts === 700;
      const posted = await world.context.ledger.post(command);
      if (isLost) throw new DomainError(1902);
      return posted;
    });
    await dying.run();
    const halfway = await read(importId);
    expect(halfway.state).toBe("running");
    expect(halfway.created).toBe(1_000);
    expect(halfway.postedPoints).toBe(500 * 3);
    await Promise.all([runner().run(), runner().run(), runner().run()]);
    expect(await read(importId)).toMatchObject({
      state: "done",
      lines: 2_300,
      created: 2_300,
      refused: 0,
      openingPoints: 6_900,
      postedPoints: 6_900,
    });
    expect(await made(prefix)).toEqual({ wallets: 2_300, points: 6_900, entries: 2_300 });
    const { rows } = await world.database.pool.query(
      `SELECT count(*)::int AS rows FROM audit_log WHERE action = 'wallet.enrol' AND subject_id LIKE $1`,
      [`${prefix}%`],
    );
    expect(rows[0].rows).toBe(2_300);
  });

  test("whose connection is killed within a chunk loses that chunk only, and makes it again", async () => {
    const { prefix, file } = customers(1_200, 0);
    const importId = await bring(file);
    await startImport(world.context, world.ours.admin, importId);
    await world.database.owner.query(
      `CREATE FUNCTION die_once() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF NEW.cursor_line > 600 AND NEW.state = 'running' AND current_setting('test.dies', true) IS DISTINCT FROM 'no' THEN
           PERFORM pg_terminate_backend(pg_backend_pid());
         END IF;
         RETURN NEW;
       END $$`,
    );
    await world.database.owner.query(
      "CREATE TRIGGER die_once BEFORE UPDATE ON wallet_import FOR EACH ROW EXECUTE FUNCTION die_once()",
    );
    await runner().run();
    await world.database.owner.query("DROP TRIGGER die_once ON wallet_import");
    expect(await read(importId)).toMatchObject({ state: "running", created: 500 });
    await runner().run();
    expect(await read(importId)).toMatchObject({ state: "done", created: 1_200 });
    expect(await made(prefix)).toMatchObject({ wallets: 1_200 });
  });

  test("that is stopped keeps its wallets, continues on request, and refuses codes taken meanwhile", async () => {
    const { prefix, file } = customers(800, 1);
    const importId = await bring(file);
    await startImport(world.context, world.ours.admin, importId);
    let posts = 0;
    await runner(async (command) => {
      posts += 1;
      if (posts === 10) await stopImport(world.context, second, importId);
      return world.context.ledger.post(command);
    }).run();
    expect(await read(importId)).toMatchObject({ state: "stopped", created: 500, postedPoints: 500 });
    await enrolWallet(world.context, world.operator, {
      walletCode: `${prefix}799`,
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
    });
    await startImport(world.context, world.ours.admin, importId);
    await runner().run();
    expect(await read(importId)).toMatchObject({
      state: "done",
      created: 799,
      refused: 1,
      postedPoints: 799,
    });
    expect(await refusedLines(importId)).toEqual([[801, "code_taken"]]);
  });

  test.each(["the import", "the till"])(
    "and a till that enrol one customer at once open one wallet: that of %s, which came first",
    async (first) => {
      const { prefix, file } = customers(3, 0);
      const importId = await bring(file);
      await startImport(world.context, world.ours.admin, importId);
      const msisdn = file.split("\n")[2]?.split(",")[1] ?? "";
      const enrol = () =>
        enrolCustomer(world.context, world.ours.supervisor, {
          via: "till",
          contactMsisdn: msisdn,
          consent: { language: "en" },
        }).then(
          () => "enrolled",
          (error: DomainError) => error.code,
        );
      // Both have begun before either can go on.
      const holder = await world.database.pool.connect();
      await holder.query("BEGIN");
      await holder.query(LOCK_MSISDNS, [[msisdn]]);
      const works = first === "the import" ? [() => runner().run(), enrol] : [enrol, () => runner().run()];
      const outcomes: Promise<unknown>[] = [];
      for (const [waiting, work] of works.entries()) {
        outcomes.push(work());
        await untilHeldUp(world.database.pool, waiting + 1);
      }
      await holder.query("COMMIT");
      holder.release();
      expect(await Promise.all(outcomes)).toContain(first === "the import" ? 1207 : "enrolled");
      expect(await refusedLines(importId)).toEqual(first === "the import" ? [] : [[3, "mobile_taken"]]);
      expect(await made(prefix)).toMatchObject({ wallets: first === "the import" ? 3 : 2 });
      const { rows } = await world.database.pool.query("SELECT 1 FROM wallet WHERE contact_msisdn = $1", [
        msisdn,
      ]);
      expect(rows).toHaveLength(1);
    },
  );

  test("keeps of its customers nothing but their wallets, and says who agreed when", async () => {
    const { prefix, file } = customers(2, 0);
    const importId = await bring(file);
    await startImport(world.context, world.ours.admin, importId);
    await runner().run();
    const { rows } = await world.database.pool.query(
      `SELECT r.fields, r.msisdn, w.is_opted_in, p.name, c.via, c.user_id
         FROM wallet_import_row r JOIN wallet w ON w.wallet_code = r.wallet_code
         JOIN wallet_profile p ON p.wallet_id = w.id JOIN wallet_consent c ON c.wallet_id = w.id
        WHERE r.import_id = $1 ORDER BY r.line`,
      [importId],
    );
    expect(rows[0]).toEqual({
      fields: null,
      msisdn: null,
      is_opted_in: true,
      name: "Customer 0",
      via: "import",
      user_id: world.ours.admin.userId,
    });
    expect(JSON.stringify(await audit(world, "wallet"))).not.toContain("Customer 0");
    expect(await made(prefix)).toMatchObject({ wallets: 2 });
  });

  test("tells of each of its wallets, once and together with the wallet, whatever interrupts it", async () => {
    const { prefix, file } = customers(700, 0);
    const importId = await bring(`${file}${prefix}0,${uniqueMsisdn()},Refused,yes,0\n`);
    await startImport(world.context, world.ours.admin, importId);
    await world.database.owner.query(
      `CREATE FUNCTION fail_late() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.cursor_line > 600 THEN RAISE EXCEPTION 'interrupted'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER fail_late BEFORE UPDATE ON wallet_import FOR EACH ROW EXECUTE FUNCTION fail_late()`,
    );
    const told = async () => {
      const codes: unknown[] = [];
      for (let cursor = { entryId: 0, auditId: 0 }, hasMore = true; hasMore; ) {
        const merchantIds = [world.ours.merchantId];
        const part = await readEvents(world.database.pool, { after: cursor, limit: 1_000, merchantIds });
        for (const event of part.events) {
          if (event.type !== "wallet.created" || !String(event.data.walletCode).startsWith(prefix)) continue;
          codes.push(event.data.walletCode);
          const sent = JSON.parse(eventText(event));
          expect(EVENT_SCHEMAS.wallet.parse(sent)).toEqual(sent);
        }
        ({ cursor, hasMore } = part);
      }
      return codes;
    };
    await runner().run();
    expect(await told()).toHaveLength((await made(prefix))?.wallets ?? -1);
    await world.database.owner.query("DROP TRIGGER fail_late ON wallet_import");
    await runner().run();
    expect((await made(prefix))?.wallets).toBe(700);
    expect((await told()).sort()).toEqual(
      Array.from({ length: 700 }, (_, index) => `${prefix}${index}`).sort(),
    );
  });

  test("that gives away more points than one person may is started by another one", async () => {
    const { prefix, file } = customers(2, 6_000);
    const importId = await bring(file);
    const start = (by: AdminActor) => () => startImport(world.context, by, importId);
    expect(await refusal(start(world.ours.admin))).toEqual({
      code: "approval_required",
      params: { above: 10_000, before: expect.any(Number) },
    });
    expect(await refusal(start(world.theirs.admin))).toMatchObject({ code: "not_found" });
    expect(await refusal(start(world.ours.supervisor))).toMatchObject({ code: "forbidden" });
    await start(second)();
    await runner().run();
    expect(await made(prefix)).toMatchObject({ wallets: 2, points: 12_000 });
  });

  test("says with which points of the day it is too much, and whose file its author may start at once", async () => {
    const [author, newcomer, other] = [
      await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []),
      await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []),
      await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []),
    ];
    await noteGrant(world.database.prisma, {
      ...{ userId: newcomer.userId, grantedBy: author.userId, how: "rights", at: world.clock.now() },
    });
    const first = await bring(customers(1, 9_500).file, { by: author });
    await startImport(world.context, author, first);
    const small = await bring(customers(1, 800).file, { by: author });
    expect(await readImport(world.context, author, small)).toMatchObject({
      ...{ needsSecondPerson: true, points: 800, pointsBefore: 9_500, pointsAbove: 10_000 },
    });
    const { starters, uploaders } = await readAlone(world.context, author);
    expect(starters).toContainEqual(
      expect.objectContaining({ id: newcomer.userId, from: expect.any(String) }),
    );
    expect(uploaders.map(({ id }) => id)).toContain(other.userId);
    for (const id of [author.userId, newcomer.userId])
      expect(uploaders.map((one) => one.id)).not.toContain(id);
    expect((await readAlone(world.context, newcomer)).uploaders.map(({ id }) => id)).not.toContain(
      author.userId,
    );
    const big = await bring(customers(2, 6_000).file, { by: other });
    await startImport(world.context, author, big);
    await runner().run();
  });

  test("that waits is said to be out of date once customers were made since its check, and is checked anew", async () => {
    const { file } = customers(3, 0);
    const [one, other] = [await bring(file), await bring(file, { by: second })];
    expect(await read(other)).toMatchObject({ refused: 0, isOutdated: false });
    world.clock.advance(1_000);
    await startImport(world.context, world.ours.admin, one);
    await runner().run();
    expect(await read(other)).toMatchObject({ refused: 0, isOutdated: true });
    await checkImport(world.context, second, other);
    await runner().run();
    expect(await read(other)).toMatchObject({ state: "checked", lines: 3, refused: 3, isOutdated: false });
  });

  test("counts in its author's day the points that were posted, and none that the ledger refused", async () => {
    const author = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
    const { prefix, file } = customers(2, 4_000);
    const importId = await bring(file, { by: author });
    await startImport(world.context, author, importId);
    await runner((command) =>
      command.walletCode === `${prefix}0`
        ? Promise.reject(new DomainError(1304, { max: 0 }))
        : world.context.ledger.post(command),
    ).run();
    expect(await made(prefix)).toMatchObject({ wallets: 2, points: 4_000 });
    const dayOf = await readAloneDays(world.context.database, [author.userId], world.clock.now());
    expect(dayOf(author.userId).before).toBe(4_000);
  });

  test("that is given up leaves nothing of its file", async () => {
    const importId = await bring(customers(3, 0).file);
    await discardImport(world.context, world.ours.admin, importId);
    expect(await read(importId)).toMatchObject({ state: "discarded" });
    const { rows } = await world.database.pool.query("SELECT 1 FROM wallet_import_row WHERE import_id = $1", [
      importId,
    ]);
    expect(rows).toEqual([]);
    expect(await refusal(() => startImport(world.context, world.ours.admin, importId))).toMatchObject({
      code: "conflict",
    });
  });

  test("leaves a log that verifies", async () => {
    expect((await verify(world.database.pool)).findings).toEqual([]);
  });
});

test("who brought the customers of a file is kept with them, the lines before included, and waits for their first reward", async () => {
  const { pool } = world.database;
  await pool.query("UPDATE programme SET referral_bonus = 10");
  const [first, second, third, own] = [uniqueMsisdn(), uniqueMsisdn(), uniqueMsisdn(), uniqueMsisdn()];
  const importId = await bring(
    `walletCode,mobile,consent,Brought by (mobile number)\nR-1,${first},yes,\nR-2,${second},yes,${first}\nR-3,${third},yes,+201009999999\nR-4,${own},yes,${own}\n`,
  );
  expect(await refusedLines(importId)).toEqual([[5, "invalid"]]);
  await startImport(world.context, world.ours.admin, importId);
  await runner().run();
  const { rows } = await pool.query(
    `SELECT w.wallet_code AS code, p.referral_msisdn AS said, o.wallet_code AS referrer, r.state
       FROM wallet w JOIN wallet_profile p ON p.wallet_id = w.id LEFT JOIN wallet o ON o.id = w.open_referrer_id LEFT JOIN referral r ON r.wallet_id = w.id
      WHERE w.wallet_code LIKE 'R-%' ORDER BY w.id`,
  );
  await pool.query("UPDATE programme SET referral_bonus = 0");
  expect(rows).toEqual([
    { code: "R-1", said: null, referrer: null, state: null },
    { code: "R-2", said: first, referrer: "R-1", state: "open" },
    { code: "R-3", said: "+201009999999", referrer: null, state: null },
  ]);
});
