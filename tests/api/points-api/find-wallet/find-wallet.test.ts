import { expect, it } from "vitest";
import { z } from "zod";
import { maskMsisdn } from "@/lib/platform/mask";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import type { FindWalletResponse, GetClientResponse } from "@/lib/points-api/response-schemas";
import { FIELDS } from "@/lib/points-api/shared-fields";
import {
  type Answer,
  BRANCH,
  expectRefusal,
  expectSuccess,
  expectWallet,
  FOREIGN_BRANCH,
  newMsisdn,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";
import { createCoupon, createTemplate } from "@/tests/support/coupons";

throughEachDoor((api, till) => {
  const find = async (by: object, clientId?: string) => {
    const answer = await till.send(
      "FindWallet",
      { BranchMsisdn: BRANCH, ...by },
      clientId ? { clientId } : {},
    );
    return answer as unknown as Answer<FindWalletResponse>;
  };
  const found = async (by: object) => {
    const { json } = await find(by);
    expect(json.errorCode).toBe("0");
    return json.candidates;
  };

  it("finds a customer by card, by number in any form and by coupon, masked, and shows no number", async () => {
    const { fields, id } = await api.customer();
    const { pool } = api.database;
    const CouponNumber = await createCoupon(pool, await createTemplate(pool), id);
    const { WalletCode, ContactMsisdn } = fields;
    for (const by of [
      { WalletCode },
      { ContactMsisdn },
      { ContactMsisdn: `+2${ContactMsisdn}` },
      { CouponNumber },
    ]) {
      const [only, ...others] = await found(by);
      expect(others).toEqual([]);
      expect(only).toMatchObject({
        walletCode: WalletCode,
        kind: "customer",
        family: null,
        walletStatusId: 1,
      });
      expect(JSON.stringify(only)).not.toContain(ContactMsisdn.slice(1));
    }
  });

  it("answers an empty list for codes, numbers and coupons of nobody", async () => {
    const nobody = [
      { WalletCode: "NOBODY" },
      { ContactMsisdn: newMsisdn() },
      { CouponNumber: "7KQ2M4XB9TZ3HRWQ" },
      { CouponNumber: "7KQ2M4XB9TZ3HRWA" },
    ];
    for (const by of nobody) expect(await found(by)).toEqual([]);
  });

  it("shows every open wallet of a number, five at most", async () => {
    const contactMsisdn = newMsisdn();
    for (let count = 1; count <= 6; count += 1) await api.customer({ contactMsisdn });
    await api.customer({ contactMsisdn, statusId: 5 } as object);
    expect(await found({ ContactMsisdn: contactMsisdn })).toHaveLength(5);
  });

  it("takes one of the three, and a branch of the client", async () => {
    const { fields } = await api.customer();
    expectRefusal(await till.send("FindWallet", { BranchMsisdn: BRANCH }), 1001, { field: "WalletCode" });
    expectRefusal(await till.send("FindWallet", fields), 1002, { field: "ContactMsisdn" });
    const { WalletCode } = fields;
    expectRefusal(await till.send("FindWallet", { WalletCode, BranchMsisdn: FOREIGN_BRANCH }), 1110);
  });

  it("gives a value that every operation takes in place of the number, for half an hour and this client only", async () => {
    const { fields } = await api.customer();
    const { ContactMsisdn: number, ...rest } = fields;
    const [candidate] = await found({ ContactMsisdn: number });
    const named = { ...rest, ContactMsisdn: candidate?.customer };
    // A till that is made from the reference may send it.
    const { pattern, maxLength } = z.toJSONSchema(FIELDS.ContactMsisdn, { io: "input" });
    expect(candidate?.customer).toMatch(new RegExp(pattern ?? "^$"));
    expect(candidate?.customer.length).toBeLessThan(maxLength ?? 0);
    // A number never leaves for a card that was guessed: not with the wallet, and not with a refusal either.
    expect(expectWallet(await till.wallet(named)).contactMsisdn).toBe(
      maskMsisdn(normalizeMsisdn(number) ?? ""),
    );
    const refused = await till.redeem({ ...named, PointsValue: 900_000 });
    expect(refused.json.errorCode).toBe("1301");
    expect(JSON.stringify(refused.json)).not.toContain(number);
    const ExternalLogId = newReference();
    const sale = { ...named, PointsValue: 10, ExternalLogId };
    const { entry } = expectSuccess(await till.reward(sale));
    // Named by the number, it is the same request.
    const again = await till.reward({ ...sale, ContactMsisdn: number });
    expect(again.json.pointsLog?.id).toBe(entry.id);
    expectSuccess(await till.redeem({ ...named, PointsValue: 3 }));
    expect((await till.quote({ ...named, Operation: "RedeemUser", PointsValue: 1 })).json.errorCode).toBe(
      "0",
    );
    expectSuccess(await till.cancel({ ...named, TransactionId: entry.id }));
    const other = await api.customer();
    expectRefusal(await till.wallet({ ...named, WalletCode: other.fields.WalletCode }), 1201);
    expectRefusal(
      await till.wallet({ ...named, BranchMsisdn: FOREIGN_BRANCH }, { clientId: "pis_test_merchant2" }),
      1201,
    );
    expectRefusal(await till.wallet({ ...named, ContactMsisdn: `${candidate?.customer}x` }), 1201);
    await api.at(new Date(api.clock.now().getTime() + 31 * 60_000), async () => {
      expectRefusal(await till.wallet(named), 1002, { field: "ContactMsisdn" });
      expectRefusal(await till.reward({ ...sale, ExternalLogId: newReference() }), 1002, {
        field: "ContactMsisdn",
      });
      expect((await till.reward(sale)).headers["idempotent-replayed"]).toBe("true");
    });
  });

  it("lets a stored request end well however old its value is: answered again, found by its reference, or sent with a new one", async () => {
    const [{ fields, id }, other] = [await api.customer(), await api.customer()];
    const { pool } = api.database;
    const template = await createTemplate(pool);
    const customerOf = async ({ WalletCode }: { WalletCode: string }) =>
      (await found({ WalletCode }))[0]?.customer;
    const named = { ...fields, ContactMsisdn: await customerOf(fields) };
    const of = (sent: object) => ({ ...named, PointsValue: 10, ExternalLogId: newReference(), ...sent });
    const coupon = {
      ...named,
      ExternalLogId: newReference(),
      CouponNumber: await createCoupon(pool, template, id),
    };
    const [answered, lost, waiting] = [of({}), of({}), of({})];
    const first = expectSuccess(await till.reward(answered));
    expectSuccess(await till.reward(lost));
    expect((await till.send("RedeemCoupon", coupon)).json.errorCode).toBe("0");
    const customerOfOther = await customerOf(other.fields);
    const cancel = (OriginalExternalLogId: string, by: object = {}) =>
      till.cancel({ ...named, OriginalExternalLogId, ExternalLogId: newReference(), ...by });

    await api.at(new Date(api.clock.now().getTime() + 31 * 60_000), async () => {
      // A retry, of a coupon as well.
      expect((await till.reward(answered)).headers["idempotent-replayed"]).toBe("true");
      expect((await till.send("RedeemCoupon", coupon)).headers["idempotent-replayed"]).toBe("true");
      // By its own reference.
      const { ExternalLogId } = lost;
      const asked = await till.send("GetTransaction", { ...named, ExternalLogId });
      expect(asked.json.errorCode).toBe("0");
      expectRefusal(await cancel(ExternalLogId, { ContactMsisdn: customerOfOther }), 1201);
      const undone = await cancel(ExternalLogId);
      expect(undone.json).toMatchObject({ errorCode: "0", pointsLog: { logTypeId: 4 } });
      expect((await cancel(coupon.ExternalLogId)).json).toMatchObject({
        errorCode: "0",
        couponDetails: { state: "issued" },
      });
      expectRefusal(await cancel(newReference()), 1401);
      // A request that names no earlier one needs a value that has not expired; the refusal says how to go on.
      for (const refused of [
        await till.reward(waiting),
        await till.cancel({ ...named, TransactionId: first.entry.id }),
        await till.send("RedeemCoupon", { ...coupon, ExternalLogId: newReference() }),
      ])
        expect(refused.json).toMatchObject({
          errorCode: "1002",
          errorMessage: expect.stringMatching(
            /ContactMsisdn.* nothing was carried out\. Call FindWallet again, and send this request with its new customer and the same reference$/,
          ),
        });
      const sent = await till.reward({ ...waiting, ContactMsisdn: await customerOf(fields) });
      expectSuccess(sent);
      expect(sent.headers["idempotent-replayed"]).toBeUndefined();
    });
  });

  it("counts its looks, dearer those that find nobody, and notes who was found", async () => {
    const { fields, id } = await api.customer();
    const { pool } = api.database;
    const count = async () => {
      const { rows } = await pool.query(
        `SELECT c.day_count FROM wallet_view_count c JOIN api_client a ON a.user_id = c.user_id
           JOIN api_client_secret s ON s.client_id = a.id WHERE c.day_count > 0 ORDER BY c.day_count DESC LIMIT 1`,
      );
      return Number(rows[0]?.day_count ?? 0);
    };
    const before = await count();
    await found({ WalletCode: fields.WalletCode });
    expect(await count()).toBe(before + 1);
    await found({ WalletCode: "NOBODY" });
    expect(await count()).toBe(before + 6);
    const { rows } = await pool.query("SELECT how FROM wallet_view WHERE wallet_id = $1", [id]);
    expect(rows).toEqual([{ how: "lookup" }]);
  });

  it("is refused with 1701 until tomorrow once the day's looks are used up", async () => {
    await api.configure("UPDATE programme SET wallet_views_per_day = 1");
    try {
      const answer = await till.send("FindWallet", { BranchMsisdn: BRANCH, WalletCode: "NOBODY" });
      expectRefusal(answer, 1701);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3_600);
    } finally {
      await api.configure("UPDATE programme SET wallet_views_per_day = 2000");
    }
  });

  it("says who a ClientId is, whatever its scopes", async () => {
    const { json } = (await till.send("GetClient", {})) as unknown as Answer<GetClientResponse>;
    expect(json.client).toMatchObject({ isStrict: false });
    expect(json.client?.branches.map(({ BranchMsisdn }) => BranchMsisdn)).toContain(BRANCH);
    const scopes = [...(json.client?.scopes ?? [])];
    expect(scopes).toContain("reward");
    await api.configure("UPDATE api_client SET scopes = '{deals}'");
    try {
      const narrowed = (await till.send("GetClient", {})) as unknown as Answer<GetClientResponse>;
      expect(narrowed.json.client?.scopes).toEqual(["deals"]);
    } finally {
      await api.configure("UPDATE api_client SET scopes = $1", [scopes]);
    }
  });
});
