import { expect, it } from "vitest";
import { verify } from "@/lib/ledger/verify/verify";
import { expectRefusal, expectSuccess, newReference, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  for (const card of ["old", "new"] as const)
    it(`gives bills of before a merge back by the ${card} card, in the wallet that has the points, and the log proves`, async () => {
      const old = await api.customer({ points: 800 });
      const now = await api.customer({ points: 0 });
      const sent = (more: object) => ({ ...old.fields, ExternalLogId: newReference(), ...more });
      const bill = expectSuccess(await till.reward(sent({ PointsValue: 400 }))).entry;
      const slip = sent({ PointsValue: 50 });
      expectSuccess(await till.reward(slip));
      const paid = expectSuccess(await till.redeem(sent({ PointsValue: 300 }))).entry;
      await api.services.ledger.post({
        type: "transfer",
        walletCode: old.fields.WalletCode,
        toWalletCode: now.fields.WalletCode,
        actor: { userId: bill.userId, channelId: 3, merchantId: null, branchId: null, branchMsisdn: null },
      });
      const who = card === "old" ? old.fields : now.fields;
      const named = { ...who, ExternalLogId: newReference(), TransactionId: paid.id, PointsValue: 100 };
      const back = expectSuccess(await till.refund(named));
      expect(back).toMatchObject({
        wallet: { walletCode: who.WalletCode, totalPoints: 1_050 },
        entry: { walletId: now.id, refundedLogId: paid.id },
      });
      const again = await till.refund(named);
      expect([again.headers["idempotent-replayed"], expectSuccess(again).entry.id]).toEqual([
        "true",
        back.entry.id,
      ]);
      const goods = { ...who, ExternalLogId: newReference(), TransactionId: bill.id, PointsValue: 100 };
      expect(expectSuccess(await till.returnReward(goods)).entry).toMatchObject({
        walletId: now.id,
        amount: 100,
      });
      const undone = { ...who, OriginalExternalLogId: slip.ExternalLogId, ExternalLogId: newReference() };
      expectSuccess(await till.cancel(undone));
      expectSuccess(
        await till.cancel({ ...who, TransactionId: back.entry.id, ExternalLogId: newReference() }),
      );
      expectSuccess(await till.refund({ ...named, ExternalLogId: newReference(), PointsValue: 300 }));
      const refused = await till.reward(sent({ PointsValue: 10 }));
      expect(expectRefusal(refused, 1206)).toMatchObject({ mergedIntoWalletCode: now.fields.WalletCode });
      expect((await verify(api.database.pool)).findings).toEqual([]);
    });
});
