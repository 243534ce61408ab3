import { expect, it } from "vitest";
import { describeReplays } from "@/tests/api/suites/replays";
import { describeStandings } from "@/tests/api/suites/standings";
import { countCodes, expectRefusal, expectSuccess, newReference, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeStandings(api, till, {
    operation: "Reward",
    allowed: [1, 2],
    goodRequest: async ({ fields }) => ({ ...fields, PointsValue: 5, ExternalLogId: newReference() }),
  });

  describeReplays(api, till, {
    operation: "Reward",
    goodRequest: async () => {
      const { fields } = await api.customer({ points: 0 });
      return {
        ...fields,
        PointsValue: 100,
        InvoiceNumber: "INV-1",
        SkuId: "SKU-1",
        TransactionDate: "2026-03-10",
      };
    },
    otherContent: {
      PointsValue: 101,
      InvoiceNumber: "INV-2",
      SkuId: "SKU-2",
      TransactionDate: "2026-03-09",
      BranchMsisdn: "01000000002",
    },
  });

  it("does not take the header Idempotency-Key for the ExternalLogId that the interface requires", async () => {
    const { fields } = await api.customer();
    const answer = await till.send(
      "Reward",
      { ...fields, PointsValue: 1 },
      { headers: { "Idempotency-Key": "k" } },
    );
    expectRefusal(answer, 1001, { field: "ExternalLogId" });
  });

  it("recognises a retry whose TransactionDate is too old by now, and refuses a new request with it", async () => {
    const { fields } = await api.customer({ points: 0 });
    const request = { ...fields, TransactionDate: "2026-03-10", ExternalLogId: newReference() };
    expectSuccess(await till.reward(request));
    await api.at("2026-09-01T10:00:00Z", async () => {
      expect((await till.reward(request)).headers["idempotent-replayed"]).toBe("true");
      const late = await till.reward({ ...request, ExternalLogId: newReference() });
      expectRefusal(late, 1002, { field: "TransactionDate" });
    });
  });

  it("says in a retry that a reward's points have all lapsed since", async () => {
    const { fields } = await api.customer({ points: 0 });
    const request = { ...fields, ExternalLogId: newReference() };
    expectSuccess(await till.reward(request));
    await api.at("2028-04-01T10:00:00Z", async () => {
      expectSuccess(await till.reward({ ...fields, PointsValue: 1 }));
      const { entry, wallet } = expectSuccess(await till.reward(request));
      expect({ isExpired: entry.isExpired, balance: wallet.totalPoints }).toEqual({
        isExpired: true,
        balance: 100,
      });
    });
  });

  it("refuses a reward beyond what the programme allows in one entry with 1304", async () => {
    await api.configure("UPDATE programme SET points_per_entry_max = 1000");
    try {
      const { fields } = await api.customer({ points: 0 });
      const answer = await till.reward({ ...fields, PointsValue: 1_001 });
      expect(expectRefusal(answer, 1304)).toMatchObject({ totalPoints: 0 });
      expect(answer.json.errorMessage).toBe("Points exceed the maximum allowed (1000)");
      expectSuccess(await till.reward({ ...fields, PointsValue: 1_000 }));
    } finally {
      await api.configure("UPDATE programme SET points_per_entry_max = 100000000");
    }
  });

  it("adds up whatever arrives at once: 50 rewards of one wallet are 50 entries without a gap", async () => {
    const { id, fields } = await api.customer({ points: 0 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => till.reward({ ...fields, PointsValue: 2 })),
    );
    expect(countCodes(answers)).toEqual({ "0": 50 });
    const balances = answers.map((answer) => expectSuccess(answer).entry.balanceAfter).sort((a, b) => a - b);
    expect(balances).toEqual(Array.from({ length: 50 }, (_, index) => (index + 1) * 2));
    const { rows } = await api.database.pool.query(
      "SELECT max(seq) AS last, count(*)::int AS entries FROM entry WHERE wallet_id = $1",
      [id],
    );
    expect(rows[0]).toEqual({ last: 50, entries: 50 });
  });
});
