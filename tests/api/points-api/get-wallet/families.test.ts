import { beforeAll, describe, expect, it } from "vitest";
import {
  type Customer,
  expectRefusal,
  expectSuccess,
  expectWallet,
  newReference,
  PINS,
  throughEachDoor,
} from "@/tests/support/api";
import { createTemplate } from "@/tests/support/coupons";

throughEachDoor((api, till) => {
  /** A parent with 500 points, a child that spends them with an allowance of 100, a card, and a child with 30 of its own. */
  async function family(): Promise<Record<"parent" | "child" | "card" | "own", Customer>> {
    const members = {
      parent: await api.customer({ points: 500, pin: PINS.right }),
      child: await api.customer({ points: 0 }),
      card: await api.customer({ points: 0 }),
      own: await api.customer({ points: 30 }),
    };
    const join = (id: number, role: string, allowance: number | null) =>
      api.configure(
        "UPDATE wallet SET parent_wallet_id = $2, family_role = $3::text, pool_wallet_id = CASE WHEN $3::text <> 'own' THEN $2::bigint END, child_allowance = $4 WHERE id = $1",
        [id, members.parent.id, role, allowance],
      );
    await join(members.child.id, "pooled", 100);
    await join(members.card.id, "card", null);
    await join(members.own.id, "own", null);
    return members;
  }

  let them: Awaited<ReturnType<typeof family>>;
  beforeAll(async () => {
    them = await family();
  });

  it("shows a parent its children, each with its status and whether it is a card", async () => {
    const shown = expectWallet(await till.wallet(them.parent.fields));
    expect(shown).toMatchObject({
      isParent: true,
      parentWalletId: null,
      parentWallet: null,
      parentWalletCode: null,
      isAdded: false,
      addOnWalletId: null,
    });
    const child = ({ id, fields }: Customer, isAdded: boolean) => ({
      id,
      walletCode: fields.WalletCode,
      name: null,
      isAdded,
      walletStatusId: 1,
    });
    expect(shown.childrenWallets).toEqual([
      child(them.child, false),
      child(them.card, true),
      child(them.own, false),
    ]);
  });

  it("shows a child its parent and the points that it spends", async () => {
    const { id, fields } = them.parent;
    const parent = {
      parentWalletId: id,
      parentWalletCode: fields.WalletCode,
      parentWallet: { id, walletCode: fields.WalletCode, name: null },
      childrenWallets: null,
      isParent: false,
    };
    expect(expectWallet(await till.wallet(them.child.fields))).toMatchObject({
      ...parent,
      id: them.child.id,
      isAdded: false,
      addOnWalletId: null,
      totalPoints: 500,
      billRewardPoints: 100,
    });
    expect(expectWallet(await till.wallet(them.card.fields))).toMatchObject({
      ...parent,
      isAdded: true,
      addOnWalletId: id,
      totalPoints: 500,
    });
    expect(expectWallet(await till.wallet(them.own.fields))).toMatchObject({ ...parent, totalPoints: 30 });
  });

  describe("movements of a child", () => {
    it("are in the parent's log and name both; the wallet is the child's, with the points after them", async () => {
      const { parent, child } = await family();
      const ExternalLogId = newReference();
      const paid = expectSuccess(await till.redeem({ ...child.fields, PointsValue: 40, ExternalLogId }));
      expect(paid.entry).toMatchObject({
        walletId: parent.id,
        actorWalletId: child.id,
        balanceAfter: 460,
      });
      expect(paid.wallet).toMatchObject({ id: child.id, totalPoints: 460, billRewardPoints: 60 });
      const refused = await till.redeem({ ...child.fields, PointsValue: 61 });
      expect(expectRefusal(refused, 1702)).toMatchObject({ id: child.id, totalPoints: 460 });
      expect(refused.json.errorMessage).toContain("member of the family");
      const again = await till.redeem({ ...child.fields, PointsValue: 40, ExternalLogId });
      expect(expectSuccess(again)).toEqual(paid);
      const back = expectSuccess(
        await till.refund({ ...child.fields, TransactionId: paid.entry.id, Points: 10 }),
      );
      expect(back.entry).toMatchObject({
        walletId: parent.id,
        actorWalletId: child.id,
        balanceAfter: 470,
      });
    });

    it("are refused with 1702 beyond its allowance, whatever pays; what was held within it is captured", async () => {
      const { parent, child } = await family();
      const { offerNumber: OfferNumber } = await createTemplate(api.database.pool, { cost_points: 1 });
      const held = expectSuccess(await till.hold({ ...child.fields, PointsValue: 100 }));
      for (const refused of [
        await till.redeem({ ...child.fields, PointsValue: 1 }),
        await till.hold({ ...child.fields, PointsValue: 1 }),
        await till.send("IssueCoupon", { ...child.fields, OfferNumber }),
      ])
        expect(expectRefusal(refused, 1702)).toMatchObject({ id: child.id, totalPoints: 400 });
      const captured = expectSuccess(await till.capture({ ...child.fields, HoldId: held.entry.id }));
      expect(captured.entry).toMatchObject({ walletId: parent.id, amount: 100, balanceAfter: 400 });
    });

    it("ask a card for the PIN of its main wallet", async () => {
      const { card } = await family();
      expectRefusal(await till.redeem({ ...card.fields, PointsValue: 5 }), 1310);
      expectRefusal(await till.redeem({ ...card.fields, PointsValue: 5, PinCode: PINS.wrong }), 1311);
      expectSuccess(await till.redeem({ ...card.fields, PointsValue: 5, PinCode: PINS.right }));
    });
  });

  it("says what kind of wallet it is, and that one was erased", async () => {
    const { id, fields } = await api.customer({ points: 0 });
    await api.configure("UPDATE wallet SET wallet_type = 'corporate' WHERE id = $1", [id]);
    expect(expectWallet(await till.wallet(fields))).toMatchObject({
      walletType: "corporate",
      isDeleted: false,
    });
    await api.configure("UPDATE wallet SET status_id = 5, erased_at = now() WHERE id = $1", [id]);
    expect(expectWallet(await till.wallet(fields))).toMatchObject({ isDeleted: true, walletStatusId: 5 });
  });
});
