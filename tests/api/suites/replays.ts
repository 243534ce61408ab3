import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { OPERATIONS, type PointsOperationName } from "@/lib/points-api/operations";
import { parseRequest } from "@/lib/points-api/request";
import type { PointsResponse } from "@/lib/points-api/response-schemas";
import {
  type Answer,
  type Api,
  BRANCH,
  type Caller,
  countCodes,
  expectRefusal,
  expectSuccess,
  newReference,
} from "@/tests/support/api";
import { createSegment } from "@/tests/support/demo-fixture";

type Fields = Readonly<Record<string, unknown>>;

export interface ReplaySuite {
  operation: PointsOperationName;
  /** A request that would be carried out, without any reference. */
  goodRequest(api: Api, till: Caller): Promise<Fields>;
  /** One other value for each field that is content. */
  otherContent: Fields;
}

const HEADER = "Idempotency-Key";

/** What a retry gets (rules.md §5), for one operation through one door. */
export function describeReplays(
  api: Api,
  till: Caller,
  { operation, goodRequest, otherContent }: ReplaySuite,
): void {
  const takesHeader = operation !== "Reward" && operation !== "Settle";

  async function carriedOut(): Promise<{ request: Fields; first: Answer<PointsResponse> }> {
    const request = { ...(await goodRequest(api, till)), ExternalLogId: newReference() };
    const first = await till.send(operation, request);
    expectSuccess(first);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    return { request, first };
  }

  function expectReplayOf(first: Answer<PointsResponse>, again: Answer<PointsResponse>): void {
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expectSuccess(again);
    expect(again.bytes.toString()).toBe(first.bytes.toString());
  }

  describe("a retry with the same reference", () => {
    it("gets the first answer again, byte for byte, and moves nothing", async () => {
      const { request, first } = await carriedOut();
      const before = await api.snapshot();
      expectReplayOf(first, await till.send(operation, request));
      expectReplayOf(first, await till.send(operation, request, { headers: { [HEADER]: "another" } }));
      expect(await api.snapshot()).toEqual(before);
    });

    it("is the same request however it writes a mobile number, absent fields and unknown ones", async () => {
      const { request, first } = await carriedOut();
      const rewritten = {
        Terminal: 7,
        ...request,
        ContactMsisdn: `+2${String(request.ContactMsisdn)}`,
        BranchMsisdn: `002${BRANCH}`,
        InvoiceNumber: request.InvoiceNumber ?? "",
      };
      expectReplayOf(first, await till.send(operation, rewritten));
    });

    it("gets the first answer's balances after the wallet has moved on", async () => {
      const { request, first } = await carriedOut();
      const { WalletCode, ContactMsisdn, BranchMsisdn } = request;
      expectSuccess(await till.reward({ WalletCode, ContactMsisdn, BranchMsisdn, PointsValue: 77 }));
      expectReplayOf(first, await till.send(operation, request));
    });

    it("gets the first answer's points after the wallet was blocked, left the programme and changed its segment", async () => {
      const { request, first } = await carriedOut();
      const segmentId = await createSegment(api.database.pool, { reward_factor: "3", redeem_factor: "5" });
      await api.database.pool.query(
        "UPDATE wallet SET status_id = 4, is_opted_in = false, redemption_enabled = false, segment_id = $2 WHERE wallet_code = $1",
        [request.WalletCode, segmentId],
      );
      const again = await till.send(operation, request);
      expect(again.headers["idempotent-replayed"]).toBe("true");
      const { wallet, entry } = expectSuccess(again);
      const then = expectSuccess(first);
      expect(entry).toEqual(then.entry);
      expect(wallet).toEqual({
        ...then.wallet,
        walletStatusId: 4,
        isOptedIn: false,
        redemptionActivationFlag: false,
        // What RedeemUser would accept now.
        billRewardPoints: 0,
        billRewardValue: 0,
      });
    });

    it("gets the first answer after its branch was closed", async () => {
      const { request, first } = await carriedOut();
      await api.configure("UPDATE branch SET is_active = false WHERE msisdn = '+201000000001'");
      try {
        expectReplayOf(first, await till.send(operation, request));
        expectRefusal(await till.send(operation, { ...request, ExternalLogId: newReference() }), 1111);
      } finally {
        await api.configure("UPDATE branch SET is_active = true WHERE msisdn = '+201000000001'");
      }
    });

    it("gets the first answer a year later, and after a restart", async () => {
      const { request, first } = await carriedOut();
      const restarted = api.caller(till.door, api.restarted());
      expectReplayOf(first, await restarted.send(operation, request));
      await api.at("2027-03-10T10:00:00Z", async () => {
        const again = await restarted.send(operation, request);
        expect(again.headers["idempotent-replayed"]).toBe("true");
        expect(expectSuccess(again).entry.id).toBe(expectSuccess(first).entry.id);
      });
    });

    it("is carried out once when 50 arrive at once; the others get the same answer", async () => {
      const request = { ...(await goodRequest(api, till)), ExternalLogId: newReference() };
      const answers = await Promise.all(Array.from({ length: 50 }, () => till.send(operation, request)));
      expect(countCodes(answers)).toEqual({ "0": 1, replayed: 49 });
      expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    });

    it("is carried out once when 50 arrive at once at two processes", async () => {
      const others = api.caller(till.door, api.restarted());
      const request = { ...(await goodRequest(api, till)), ExternalLogId: newReference() };
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? till : others).send(operation, request)),
      );
      expect(countCodes(answers)).toEqual({ "0": 1, replayed: 49 });
    });
  });

  describe("the same reference with other content", () => {
    it.each(Object.entries(otherContent))("is refused with 1501 when %s differs", async (field, value) => {
      const { request } = await carriedOut();
      const before = await api.snapshot();
      expectRefusal(await till.send(operation, { ...request, [field]: value }), 1501);
      if (request[field] !== undefined && isOptional(field))
        expectRefusal(await till.send(operation, { ...request, [field]: undefined }), 1501);
      expect(await api.snapshot()).toEqual(before);
    });

    it("is refused with 1501 for another wallet, and shows nothing of the first one", async () => {
      const { request, first } = await carriedOut();
      const { wallet } = expectSuccess(first);
      const { id, fields } = await api.customer({ points: 5 });
      const answer = await till.send(operation, { ...request, ...fields });
      expect(expectRefusal(answer, 1501)?.id).toBe(id);
      expect(answer.bytes.toString()).not.toContain(`"${wallet.walletCode}"`);
      const nobody = await till.send(operation, { ...request, ContactMsisdn: "01211111111" });
      expect(expectRefusal(nobody, 1501)).toBeNull();
    });

    it("is carried out for one of two wallets when both ask at once", async () => {
      const reference = newReference();
      const requests = await Promise.all([goodRequest(api, till), goodRequest(api, till)]);
      const answers = await Promise.all(
        requests.map((request) => till.send(operation, { ...request, ExternalLogId: reference })),
      );
      expect(countCodes(answers)).toEqual({ "0": 1, "1501": 1 });
    });
  });

  it("belongs to the client and the operation: another client may use the same one", async () => {
    const { request } = await carriedOut();
    const other = { ...(await goodRequest(api, till)), ExternalLogId: request.ExternalLogId };
    expectSuccess(await till.send(operation, other, { clientId: "pis_test_http200" }));
  });

  it("is not used up by a refusal", async () => {
    const request: Fields = { ...(await goodRequest(api, till)), ExternalLogId: newReference() };
    expectRefusal(await till.send(operation, { ...request, WalletCode: "NOBODY" }), 1201);
    const answer = await till.send(operation, request);
    expectSuccess(answer);
    expect(answer.headers["idempotent-replayed"]).toBeUndefined();
  });

  if (takesHeader) {
    describe("the header Idempotency-Key", () => {
      it("is the reference when the body has none, and is not returned as externalLogId", async () => {
        const request = await goodRequest(api, till);
        const call = { headers: { [HEADER]: newReference() } };
        const first = await till.send(operation, request, call);
        expect(expectSuccess(first).entry.externalLogId).toBe("");
        expectReplayOf(first, await till.send(operation, request, call));
        expectReplayOf(first, await till.send(operation, { ...request, ExternalLogId: "" }, call));
        expectRefusal(await till.send(operation, { ...request, ...one(otherContent) }, call), 1501);
      });

      it("gives way to the body's ExternalLogId", async () => {
        const request = await goodRequest(api, till);
        const key = newReference();
        const first = await till.send(
          operation,
          { ...request, ExternalLogId: key },
          { headers: { [HEADER]: newReference() } },
        );
        expectSuccess(first);
        expectReplayOf(first, await till.send(operation, request, { headers: { [HEADER]: key } }));
      });

      it("may be 64 visible ASCII characters long, as Cancel can name it, and nothing else", async () => {
        const request = await goodRequest(api, till);
        const good = newReference().padEnd(64, "k");
        for (const bad of [`${good}k`, "a b", "cl\u00e9"])
          expectRefusal(await till.send(operation, request, { headers: { [HEADER]: bad } }), 1002, {
            field: HEADER,
          });
        expectSuccess(await till.send(operation, request, { headers: { [HEADER]: good } }));
      });

      it("that is longer is still answered again where it was used when it could be", async () => {
        const request = await goodRequest(api, till);
        const first = await till.send(operation, request);
        const former = newReference().padEnd(255, "k");
        await keepUnder(api, { operation, request, key: former, entryId: expectSuccess(first).entry.id });
        expectReplayOf(first, await till.send(operation, request, { headers: { [HEADER]: former } }));
        const other = { ...request, ...one(otherContent) };
        expectRefusal(await till.send(operation, other, { headers: { [HEADER]: former } }), 1501);
        const before = await api.snapshot();
        expectRefusal(await till.send(operation, request, { headers: { [HEADER]: `${former}k` } }), 1002, {
          field: HEADER,
        });
        expect(await api.snapshot()).toEqual(before);
      });
    });

    it("is asked for with 1504 where the client must send one, and either kind will do", async () => {
      const call = { clientId: "pis_test_key_required" };
      const before = await goodRequest(api, till);
      const then = await api.snapshot();
      expect(expectRefusal(await till.send(operation, before, call), 1504)).toBeNull();
      expect(await api.snapshot()).toEqual(then);
      expectSuccess(await till.send(operation, before, { ...call, headers: { [HEADER]: newReference() } }));
      expectSuccess(
        await till.send(
          operation,
          { ...(await goodRequest(api, till)), ExternalLogId: newReference() },
          call,
        ),
      );
    });
  }
}

/** Keeps a request that came without a key under one that was possible before keys were limited to what Cancel can name. */
async function keepUnder(
  api: Api,
  {
    operation,
    request,
    key,
    entryId,
  }: { operation: PointsOperationName; request: Fields; key: string; entryId: number },
): Promise<void> {
  const { canonical, request: schema } = OPERATIONS[operation];
  const content = canonical(parseRequest<z.ZodObject>(schema, request) as never);
  await api.database.pool.query(
    `INSERT INTO idempotency_key (user_id, operation, key, wallet_id, entry_id, request_hash, created_at)
     SELECT user_id, log_type_id, $2, wallet_id, id, $3, created_at FROM entry WHERE id = $1`,
    [entryId, key, createHash("sha256").update(content).digest()],
  );
}

function isOptional(field: string): boolean {
  return ["Comment", "InvoiceNumber", "SkuId", "TransactionDate", "Points"].includes(field);
}

function one(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).slice(0, 1));
}
