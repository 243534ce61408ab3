import { describe, expect, it } from "vitest";
import {
  type Answer,
  expectRefusal,
  expectSuccess,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";
import { createSegment } from "@/tests/support/demo-fixture";
import { expectSound } from "@/tests/support/ledger";

/** Bills that are not whole (rules.md §1, §3). */
throughEachDoor((api, till) => {
  const raw = (operation: "Reward" | "RedeemUser" | "Refund", body: object, pointsValue: string) =>
    till.send(operation, {}, { body: `${JSON.stringify(body).slice(0, -1)},"PointsValue":${pointsValue}}` });

  /** As the log keeps it. */
  async function logged(id: number): Promise<string> {
    const { rows } = await api.database.pool.query<{ value: string }>(
      "SELECT amount_value || '.' || to_char(amount_hundredths, 'FM00') AS value FROM entry WHERE id = $1",
      [id],
    );
    return rows[0]?.value ?? "";
  }

  it("a bill of 150.75 earns its points rounded down, and the log keeps it to the piastre", async () => {
    const { fields } = await api.customer({ points: 0 });
    const answer = await till.reward({ ...fields, PointsValue: 150.75, ExternalLogId: newReference() });
    const { entry, wallet } = expectSuccess(answer);
    expect(entry).toMatchObject({ amount: 150, amountValue: 151 });
    expect(wallet.totalPoints).toBe(150);
    expect(await logged(entry.id)).toBe("150.75");
  });

  it("a bill of 150.25 costs its points rounded up, and totalAmount is exact where amountValue is rounded", async () => {
    const { fields } = await api.customer({ points: 1_000 });
    const answer = await till.redeem({ ...fields, PointsValue: 150.25 });
    const { entry, wallet } = expectSuccess(answer);
    expect(entry).toMatchObject({ amount: 151, amountValue: 150 });
    expect(answer.json).toMatchObject({ totalAmount: 150.25 });
    expect(wallet.totalPoints).toBe(849);
  });

  it.each([
    ["0.01", 0.01, 0],
    ["0.5", 0.5, 1],
    ["1000000", 1_000_000, 1_000_000],
    ["999999.99", 999_999.99, 1_000_000],
    ["150.750", 150.75, 151],
    ["1.5075e2", 150.75, 151],
    ['"150.75"', 150.75, 151],
    ['"١٥٠٫٧٥"', 150.75, 151],
  ])("PointsValue %s is read as %s", async (sent, value, rounded) => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "0.001" });
    const { fields } = await api.customer({ points: 1_000, segmentId });
    const answer = await raw("RedeemUser", fields, sent);
    const { entry } = expectSuccess(answer as Answer<never>);
    expect(entry.amountValue).toBe(rounded);
    expect(answer.json).toMatchObject({ totalAmount: value });
  });

  it.each(["0.001", "150.755", "1000000.01", '"1e3"', '"150.755"', "-0.01"])(
    "PointsValue %s is refused with 1002, and nothing moves",
    async (sent) => {
      const { fields } = await api.customer({ points: 1_000 });
      const before = await api.snapshot();
      expectRefusal(await raw("RedeemUser", fields, sent), 1002, { field: "PointsValue" });
      expect(await api.snapshot()).toEqual(before);
    },
  );

  it("Points are whole: two decimals are refused", async () => {
    const { fields } = await api.customer({ points: 1_000 });
    const { entry } = expectSuccess(await till.redeem({ ...fields, PointsValue: 100 }));
    const answer = await till.refund({ ...fields, TransactionId: entry.id, Points: 10.25 });
    expectRefusal(answer, 1002, { field: "Points" });
  });

  describe("a retry", () => {
    it.each([
      ["150", ["150.0", "150.00", '"150"', '"150.0"', "1.5e2"]],
      ["150.75", ["150.750", '"150.75"', '" 150.750 "', '"١٥٠٫٧٥"']],
    ])("of %s written in another way is the same request", async (first, others) => {
      const { fields } = await api.customer({ points: 0 });
      const request = { ...fields, ExternalLogId: newReference() };
      const { entry } = expectSuccess((await raw("Reward", request, first)) as Answer<never>);
      for (const other of others) {
        const again = await raw("Reward", request, other);
        expect(again.headers["idempotent-replayed"]).toBe("true");
        expect(expectSuccess(again as Answer<never>).entry).toEqual(entry);
      }
      expectRefusal(await raw("Reward", request, `${Number(first) + 0.01}`), 1501);
    });
  });

  describe("a refund", () => {
    const redeemed = async (PointsValue: number, redeem_factor = "1") => {
      const segmentId = await createSegment(api.database.pool, { redeem_factor });
      const { fields } = await api.customer({ points: 1_000, segmentId });
      const { entry } = expectSuccess(await till.redeem({ ...fields, PointsValue }));
      return { request: { ...fields, TransactionId: entry.id }, entry };
    };

    it("of all of it gives back the bill exactly", async () => {
      const { request } = await redeemed(150.75);
      const answer = await till.refund(request);
      expect(expectSuccess(answer).entry).toMatchObject({ amount: 151, amountValue: 151 });
      expect(answer.json).toMatchObject({ totalAmount: 150.75 });
    });

    it("in parts by piastres never comes to more than the bill, and the last part to what remains", async () => {
      const { request } = await redeemed(100.1, "2");
      const first = await till.refund({ ...request, PointsValue: 33.37 });
      expect(first.json).toMatchObject({ totalAmount: 33.37 });
      const tooMuch = await till.refund({ ...request, PointsValue: 66.9 });
      expect(tooMuch.json).toMatchObject({ errorCode: "1404", pointsLog: null });
      expect(tooMuch.json.errorMessage).toContain("134");
      const last = await till.refund({ ...request, PointsValue: 66.73 });
      expect(expectSuccess(last).wallet).toMatchObject({ totalPoints: 1_000, redPoints: 0 });
      expect(last.json).toMatchObject({ totalAmount: 66.73 });
      expectRefusal(await till.refund(request), 1403);
    });

    it("by Points is worth what they pay for to the piastre, and a value further off than a point is 1405", async () => {
      const { request } = await redeemed(50, "10");
      expectRefusal(await till.refund({ ...request, Points: 15, PointsValue: 1.65 }), 1405);
      const answer = await till.refund({ ...request, Points: 15 });
      expect(expectSuccess(answer).entry).toMatchObject({ amount: 15, amountValue: 2 });
      expect(answer.json).toMatchObject({ totalAmount: 1.5 });
      const both = await till.refund({ ...request, Points: 15, PointsValue: 1.5 });
      expect(both.json).toMatchObject({ totalAmount: 1.5 });
    });

    it("and what undoes it are the same money to the piastre", async () => {
      const { request } = await redeemed(20.45);
      const { entry } = expectSuccess(await till.refund({ ...request, PointsValue: 10.4 }));
      const undone = await till.cancel({ ...request, TransactionId: entry.id });
      expect(undone.json).toMatchObject({ totalAmount: 10.4 });
      const all = await till.refund(request);
      expect(all.json).toMatchObject({ totalAmount: 20.45 });
    });
  });

  it("leaves a log that verify finds sound, with whole bills and others in it", async () => {
    const { rows } = await api.database.pool.query<{ whole: boolean; others: boolean }>(
      "SELECT bool_or(amount_hundredths = 0) AS whole, bool_or(amount_hundredths > 0) AS others FROM entry",
    );
    expect(rows).toEqual([{ whole: true, others: true }]);
    await expectSound(api.database.pool);
  });
});
