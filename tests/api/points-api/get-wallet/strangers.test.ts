import { expect, it } from "vitest";
import type { WalletBody } from "@/lib/points-api/objects";
import { newReference, throughEachDoor } from "@/tests/support/api";
import { createCoupon, createTemplate } from "@/tests/support/coupons";
import { issue } from "@/tests/support/sandbox";

/** What the programme knows of a customer, by the names of the interface; what it says of a national ID and a referrer is tried elsewhere. */
const PERSON = {
  ...{ name: "Mona Adel", email: "mona@example.com", address: "12 Nile Street", gender: "F" },
  ...{ birthDate: "1990-05-17" },
};
const DAY_MS = 24 * 60 * 60 * 1000;
const NOTHING = Object.fromEntries(Object.keys(PERSON).map((field) => [field, null]));

throughEachDoor((api, till) => {
  const shown = (wallet: WalletBody | null) =>
    Object.fromEntries(Object.keys(PERSON).map((field) => [field, wallet?.[field as keyof WalletBody]]));

  const stranger = async () => {
    const customer = await api.customer({ points: 500, name: PERSON.name });
    await api.database.pool.query(
      `UPDATE wallet_profile SET email = $2, address = $3, gender = $4, birth_date = $5
        WHERE wallet_id = $1`,
      [customer.id, PERSON.email, PERSON.address, PERSON.gender, PERSON.birthDate],
    );
    return customer;
  };

  it("shows a client of a customer whom its merchant does not know what the desk shows: nothing of the person, whatever it asks, until there are bills on two days", async () => {
    const client = await issue(api, { isTest: false, scopes: ["wallet", "reward", "redeem", "cancel"] });
    const call = { clientId: client.secret };
    const { fields } = await stranger();
    const asked = [
      till.wallet(fields, call),
      till.send("GetCoupons", fields, call),
      till.quote({ ...fields, Operation: "Reward", PointsValue: 10 }, call),
      till.quote({ ...fields, Operation: "RedeemUser", PointsValue: 10 }, call),
      // Refusals that name the wallet, of a movement, a quote and a coupon.
      till.redeem({ ...fields, PointsValue: 9_000, ExternalLogId: newReference() }, call),
      till.quote({ ...fields, Operation: "RedeemUser", PointsValue: 9_000 }, call),
      till.send("RedeemCoupon", { ...fields, CouponNumber: "7KQ2M4XB9TZ3HRWQ" }, call),
    ];
    for (const { json } of await Promise.all(asked))
      if (json.wallet !== null) expect(shown(json.wallet)).toEqual(NOTHING);
    expect((await asked[0])?.json.wallet?.walletCode).toBe(fields.WalletCode);
    const reward = { ...fields, PointsValue: 10, ExternalLogId: newReference() };
    for (const { json } of [
      await till.reward(reward, call),
      await till.reward(reward, call),
      await till.transaction(reward, call),
      await till.wallet(fields, call),
    ]) {
      expect(json.errorCode).toBe("0");
      expect(shown(json.wallet)).toEqual(NOTHING);
    }
    await api.at(new Date(api.clock.now().getTime() + DAY_MS), async () => {
      const { json } = await till.reward({ ...fields, PointsValue: 10 }, call);
      expect(shown(json.wallet)).toEqual(PERSON);
    });
  });

  it("shows nothing of the person either where a coupon of theirs is used or made void", async () => {
    const client = await issue(api, { isTest: false, scopes: ["wallet", "redeem", "cancel"] });
    const call = { clientId: client.secret };
    const { fields, id } = await stranger();
    const number = await createCoupon(api.database.pool, await createTemplate(api.database.pool), id);
    for (const operation of ["RedeemCoupon", "CancelCoupon"]) {
      const { json } = await till.send(operation, { ...fields, CouponNumber: number }, call);
      expect(json).toMatchObject({ errorCode: "0", wallet: { walletCode: fields.WalletCode } });
      expect(shown(json.wallet)).toEqual(NOTHING);
    }
  });
});
