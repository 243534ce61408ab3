import { expect, it } from "vitest";
import type { Scope } from "@/lib/areas/clients/api-client";
import { FEED_START, readFeed } from "@/lib/areas/webhooks/feed";
import { readEvents } from "@/lib/areas/webhooks/read-events";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { REQUEST_EXAMPLES } from "@/lib/points-api/example-requests";
import { MOVEMENT_NAMES } from "@/lib/points-api/movements";
import { exportWallets } from "@/lib/wallet/search";
import { type Customer, newMsisdn, newReference, throughEachDoor } from "@/tests/support/api";
import { createCoupon, createTemplate } from "@/tests/support/coupons";
import { issue, issueTester } from "@/tests/support/sandbox";

const SCOPES: readonly Scope[] = ["reward", "redeem", "refund", "cancel", "wallet", "enrol"];

/** A caller of the API, and what is its own: a wallet with an entry, a hold, a coupon and an act in the log. */
interface Side {
  name: string;
  secret: string;
  sandbox: Sandbox | undefined;
  fields: Customer["fields"];
  walletId: number;
  entryId: number;
  holdId: number;
  coupon: string;
  enrolledCode: string;
  enrolledMsisdn: string;
}

throughEachDoor((api, till) => {
  const sideOf = async (
    name: string,
    by: Pick<Side, "secret" | "sandbox" | "fields">,
    template: Awaited<ReturnType<typeof createTemplate>>,
  ): Promise<Side> => {
    const call = { clientId: by.secret };
    const idOf = (answer: { json: { pointsLog: { id: number } | null } }) => answer.json.pointsLog?.id ?? 0;
    const entryId = idOf(await till.reward({ ...by.fields, PointsValue: 150 }, call));
    const holdId = idOf(await till.hold({ ...by.fields, PointsValue: 20 }, call));
    const enrolledMsisdn = newMsisdn();
    const enrolled = await till.enrol({ ContactMsisdn: enrolledMsisdn }, call);
    const { rows } = await api.database.pool.query("SELECT wallet_id FROM entry WHERE id = $1", [entryId]);
    const walletId = Number(rows[0].wallet_id);
    return {
      ...{ name, ...by, walletId, entryId, holdId },
      coupon: await createCoupon(api.database.pool, template, walletId),
      enrolledCode: enrolled.json.wallet?.walletCode ?? "",
      enrolledMsisdn,
    };
  };

  const sides = async () => {
    const template = await createTemplate(api.database.pool);
    const [one, other] = [await issueTester(api, SCOPES), await issueTester(api, SCOPES)];
    const live = (await issue(api, { isTest: false, scopes: SCOPES })).secret;
    const { fields } = await api.customer({ points: 500 });
    return [
      await sideOf("a test client", { ...one, fields: one.wallet("01") }, template),
      await sideOf("another test client", { ...other, fields: other.wallet("01") }, template),
      await sideOf("a live client", { secret: live, sandbox: undefined, fields }, template),
    ];
  };

  const pairsOf = (all: readonly Side[]) =>
    all.flatMap((reader) => all.filter((side) => side !== reader).map((side) => [reader, side] as const));

  it("answers no request across its edge, whichever operation names another side's wallet, entry, hold or coupon", async () => {
    const all = await sides();
    const before = await api.snapshot();
    const leaks: string[] = [];
    for (const [reader, side] of pairsOf(all)) {
      const ask = async (
        operation: string,
        fields: Readonly<Record<string, unknown>>,
        allowed: readonly string[],
      ) => {
        const sent = operation === "GetTransaction" ? fields : { ...fields, ExternalLogId: newReference() };
        const { json, bytes } = await till.send(operation, sent, { clientId: reader.secret });
        const told = bytes.toString("utf8");
        const isTold = [side.fields.WalletCode, side.enrolledCode].some((code) => told.includes(`"${code}"`));
        if (isTold || !allowed.includes(json.errorCode))
          leaks.push(`${reader.name} asks ${operation} of ${side.name}: ${json.errorCode}`);
      };
      /** The example of a request with what is the other side's in it; `owner` has the wallet that it names. */
      const request = (operation: Exclude<keyof typeof REQUEST_EXAMPLES, "Enrol">, owner: Side) => {
        const example: Readonly<Record<string, unknown>> = REQUEST_EXAMPLES[operation];
        const { TransactionDate: _, ...rest } = example;
        return {
          ...{ ...rest, ...owner.fields },
          ...("TransactionId" in example && { TransactionId: side.entryId }),
          ...("HoldId" in example && { HoldId: side.holdId }),
          ...("CouponNumber" in example && { CouponNumber: side.coupon }),
          ...("CouponNumbers" in example && { CouponNumbers: [side.coupon] }),
        };
      };
      for (const operation of Object.keys(REQUEST_EXAMPLES) as (keyof typeof REQUEST_EXAMPLES)[]) {
        if (operation === "Enrol" || operation === "Quote" || operation === "GetTransaction") continue;
        if (operation === "GetClient") continue;
        if (operation === "FindWallet") {
          for (const field of ["WalletCode", "ContactMsisdn"] as const)
            await ask(operation, { BranchMsisdn: side.fields.BranchMsisdn, [field]: side.fields[field] }, [
              "0",
            ]);
          continue;
        }
        const ofTheirs = request(operation, side);
        await ask(operation, ofTheirs, ["1201"]);
        if (operation in { GetWallet: 0, GetCoupons: 0 }) continue;
        if ((MOVEMENT_NAMES as readonly string[]).includes(operation))
          await ask("Quote", { ...ofTheirs, Operation: operation }, ["1201"]);
        const named = ["TransactionId", "HoldId", "CouponNumber", "CouponNumbers"].some(
          (name) => name in ofTheirs,
        );
        if (named) await ask(operation, request(operation, reader), ["1401", "1418", "1420"]);
      }
      const found = { ...side.fields, TransactionId: side.entryId };
      await ask("GetTransaction", found, ["1201"]);
      await ask("GetTransaction", { ...found, ...reader.fields }, ["1401"]);
    }
    expect(await api.snapshot()).toEqual(before);
    // Nor is a number taken that a wallet beyond the edge has.
    for (const [reader, side] of pairsOf(all)) {
      const sent = { ContactMsisdn: side.enrolledMsisdn };
      const { json } = await till.enrol(sent, { clientId: reader.secret });
      if (json.errorCode !== "0")
        leaks.push(`${reader.name} enrols a number of ${side.name}: ${json.errorCode}`);
    }
    expect(leaks).toEqual([]);
  });

  it("tells in feed, webhooks and exports of no wallet beyond its edge", async () => {
    const all = await sides();
    const { pool } = api.database;
    const at = { now: api.clock.now(), timeZone: "Africa/Cairo" };
    const readers: readonly [string, Side | null, () => Promise<unknown>][] = [
      ...all.map((side): [string, Side, () => Promise<unknown>] => [
        `the feed of ${side.name}`,
        side,
        () =>
          readFeed(pool, {
            merchantId: 1,
            cursor: FEED_START,
            limit: 1_000,
            types: [],
            sandbox: side.sandbox,
          }),
      ]),
      [
        "webhooks",
        all.find(({ sandbox }) => sandbox === undefined) ?? null,
        () => readEvents(pool, { after: FEED_START, limit: 1_000, merchantIds: [1] }),
      ],
      [
        "the file of customers",
        all.find(({ sandbox }) => sandbox === undefined) ?? null,
        async () => {
          const codes: string[] = [];
          for await (const { walletCode } of exportWallets(pool, {}, at)) codes.push(walletCode);
          return codes;
        },
      ],
    ];
    const wrong: string[] = [];
    for (const [reader, owner, read] of readers) {
      const told = JSON.stringify(await read());
      for (const side of all)
        for (const code of [side.fields.WalletCode, side.enrolledCode])
          if (told.includes(`"${code}"`) !== (side === owner))
            wrong.push(`${reader}: ${code} of ${side.name}`);
    }
    expect(wrong).toEqual([]);
  });
});
