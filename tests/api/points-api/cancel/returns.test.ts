import { expect, it } from "vitest";
import { verify } from "@/lib/ledger/verify/verify";
import {
  type Caller,
  expectRefusal,
  expectSuccess,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";

throughEachDoor((api, till) => {
  const returned = async (fields: object, TransactionId: number, part: object = {}) => {
    const sent = { ...fields, TransactionId, ...part, ExternalLogId: newReference() };
    const answer = await till.returnReward(sent);
    return { sent, id: expectSuccess(answer).entry.id, remaining: answer.json.transaction };
  };
  const undo = (fields: object, { sent }: { sent: { ExternalLogId: string } }) =>
    till.cancel({ ...fields, OriginalExternalLogId: sent.ExternalLogId, ExternalLogId: newReference() });
  const isSound = async () => (await verify(api.database.pool)).findings;

  it("gives the customer a part of a reward again by the return's reference, once, and names it", async () => {
    const { fields } = await api.customer({ points: 0 });
    const reward = await rewarded(till, fields, 100);
    const part = await returned(fields, reward, { PointsValue: 40 });
    const answer = await undo(fields, part);
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({ totalPoints: 100, accumulatedPoints: 100, redPoints: 0 });
    expect(entry).toMatchObject({ logTypeId: 4, amount: 40, amountValue: 40, balanceAfter: 100 });
    expect(answer.json.transaction).toEqual({ cancelledLogId: part.id, cancelledLogTypeId: 11 });
    expectRefusal(await undo(fields, part), 1411);
    expect(await isSound()).toEqual([]);
  });

  it("gives the whole of a reward again, which is then returned in parts that each say what remains, and cancelled", async () => {
    const { fields } = await api.customer({ points: 0 });
    const reward = await rewarded(till, fields, 100);
    const whole = await returned(fields, reward);
    expectRefusal(await till.returnReward({ ...fields, TransactionId: reward, Points: 1 }), 1403);
    expectSuccess(await undo(fields, whole));
    const first = await returned(fields, reward, { Points: 30 });
    const second = await returned(fields, reward, { Points: 20 });
    expect([first.remaining, second.remaining]).toMatchObject([
      { remainingPoints: 70 },
      { remainingPoints: 50 },
    ]);
    expectSuccess(await undo(fields, first));
    // A retry says what remained the first time.
    const retries = [await till.returnReward(first.sent), await till.returnReward(second.sent)];
    expect(retries.map(({ json }) => json.transaction)).toEqual([first.remaining, second.remaining]);
    const third = await returned(fields, reward);
    expect(third.remaining).toMatchObject({ remainingPoints: 0 });
    expectRefusal(await till.cancel({ ...fields, TransactionId: reward }), 1413);
    for (const one of [third, second]) expectSuccess(await undo(fields, one));
    const { wallet } = expectSuccess(await till.cancel({ ...fields, TransactionId: reward }));
    expect(wallet).toMatchObject({ totalPoints: 0, accumulatedPoints: 0 });
    expect(await isSound()).toEqual([]);
  });

  it("repays the debt that the return of spent points made", async () => {
    const { fields } = await api.customer({ points: 0 });
    const reward = await rewarded(till, fields, 100);
    expectSuccess(await till.redeem({ ...fields, PointsValue: 100 }));
    const whole = await returned(fields, reward);
    expect((await till.wallet(fields)).json.wallet).toMatchObject({ totalPoints: -100 });
    expect(expectSuccess(await undo(fields, whole)).wallet).toMatchObject({
      totalPoints: 0,
      redPoints: 100,
      accumulatedPoints: 100,
    });
    expect(await isSound()).toEqual([]);
  });

  it("puts points that had not ripened aside again", async () => {
    await api.configure("UPDATE programme SET ripening_days = 3");
    try {
      const { fields } = await api.customer({ points: 0 });
      const reward = await rewarded(till, fields, 100);
      const part = await returned(fields, reward, { Points: 40 });
      const whole = await returned(fields, reward);
      for (const one of [whole, part]) expectSuccess(await undo(fields, one));
      expect((await till.wallet(fields)).json.wallet).toMatchObject({
        totalPoints: 0,
        suspendedPoints: 100,
        accumulatedPoints: 100,
      });
      expect(await isSound()).toEqual([]);
    } finally {
      await api.configure("UPDATE programme SET ripening_days = 0");
    }
  });
});

async function rewarded(till: Caller, fields: object, PointsValue: number): Promise<number> {
  return expectSuccess(await till.reward({ ...fields, PointsValue })).entry.id;
}
