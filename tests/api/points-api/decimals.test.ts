import { afterAll, expect, it } from "vitest";
import { setProgrammeCurrency } from "@/lib/platform/currency";
import { expectRefusal, expectSuccess, newReference, throughEachDoor } from "@/tests/support/api";
import { expectSound } from "@/tests/support/ledger";

afterAll(() => setProgrammeCurrency("EGP"));

/** Decimals of the programme's currency (rules.md §1). */
throughEachDoor((api, till) => {
  const use = async (currency: string) => {
    await api.configure("UPDATE programme SET currency = $1", [currency]);
    await api.services.programme.refresh();
  };
  const kept = async (id: number) => {
    const { rows } = await api.database.pool.query(
      "SELECT amount_value::int AS units, amount_hundredths AS rest FROM entry WHERE id = $1",
      [id],
    );
    return rows[0];
  };

  it("none of a yen", async () => {
    await use("JPY");
    const { fields } = await api.customer({ points: 0 });
    const reward = { ...fields, ExternalLogId: newReference() };
    expectRefusal(await till.reward({ ...reward, PointsValue: 150.5 }), 1002, { field: "PointsValue" });
    expectSuccess(await till.reward({ ...reward, PointsValue: 150 }));
  });

  it("three of a dinar are exact on the wire and in the log, and entries of before stay what they are", async () => {
    const { fields } = await api.customer({ points: 1_000 });
    const before = { ...fields, PointsValue: 150.75, ExternalLogId: newReference() };
    await use("EGP");
    const old = await till.reward(before);
    expectRefusal(await till.reward({ ...before, PointsValue: 1.005 }), 1002, { field: "PointsValue" });
    await api.database.pool.query(
      "INSERT INTO person_day (user_id, business_date, rewarded_points, reversed_hundredths) SELECT id, '2020-01-01', 0, 250 FROM app_user LIMIT 1",
    );
    for (const place of ["branch", "till"])
      await api.database.pool.query(`INSERT INTO ${place}_day VALUES (1, '2020-01-01', 250)`);
    await use("KWD");
    for (const place of ["branch", "till"]) {
      const days = await api.database.owner.query(
        `DELETE FROM ${place}_day RETURNING unproved_hundredths::int AS kept`,
      );
      expect(days.rows).toEqual([{ kept: 2_500 }]);
    }
    const { rows } = await api.database.owner.query(
      "DELETE FROM person_day WHERE business_date = '2020-01-01' RETURNING reversed_hundredths::int AS kept",
    );
    expect(rows).toEqual([{ kept: 2_500 }]);

    const reward = await till.reward({ ...fields, PointsValue: 1.005, ExternalLogId: newReference() });
    expect(await kept(expectSuccess(reward).entry.id)).toEqual({ units: 1, rest: 1005 });

    const redeemed = await till.redeem({ ...fields, PointsValue: 2.345 });
    expect(redeemed.json).toMatchObject({ totalAmount: 2.345 });
    const TransactionId = expectSuccess(redeemed).entry.id;
    const part = await till.refund({ ...fields, TransactionId, PointsValue: 1.233 });
    expect(part.json).toMatchObject({ totalAmount: 1.233 });
    expect((await till.refund({ ...fields, TransactionId })).json).toMatchObject({ totalAmount: 1.112 });

    const noise = { ...fields, PointsValue: 1.0050000000000003, ExternalLogId: newReference() };
    const read = expectSuccess(await till.reward(noise));
    expect(await kept(read.entry.id)).toEqual({ units: 1, rest: 1005 });
    const four = { ...fields, PointsValue: 1.0055, ExternalLogId: newReference() };
    expectRefusal(await till.reward(four), 1002, { field: "PointsValue" });

    const again = await till.reward(before);
    expect(again.bytes).toEqual(old.bytes);
    await expectSound(api.database.pool);
  });
});
