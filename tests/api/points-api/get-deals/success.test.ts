import { afterEach, describe, expect, it } from "vitest";
import { completeEnv, type Env, parseEnv } from "@/lib/platform/env";
import type { GetDealsResponse } from "@/lib/points-api/deals";
import { createDeal, removeDeals } from "@/tests/api/suites/deals";
import {
  type Answer,
  BRANCH,
  type Call,
  FOREIGN_BRANCH,
  OTHER_BRANCH,
  throughEachDoor,
} from "@/tests/support/api";
import { until } from "@/tests/support/ledger";

throughEachDoor((api, till) => {
  afterEach(() => removeDeals(api));

  const titles = async (call: Call = {}) => titlesOf(await till.deals(call));

  it("shows a client that is limited to its own merchant that merchant's deals only, and others all", async () => {
    await createDeal(api, { title: "Ours" });
    await createDeal(api, { title: "Theirs", merchantId: 2 });
    const limited = { clientId: "pis_test_http200" };
    const other = { clientId: "pis_test_merchant2" };
    await api.configure("UPDATE api_client SET own_deals_only = true WHERE id = ANY ($1)", [
      [api.fixture.clientIds.get(limited.clientId), api.fixture.clientIds.get(other.clientId)],
    ]);
    try {
      expect(await titles(limited)).toEqual(["Ours"]);
      expect(await titles(other)).toEqual(["Theirs"]);
      expect((await titles()).sort()).toEqual(["Ours", "Theirs"]);
      const [own, all] = [await till.deals(limited), await till.deals()];
      expect(own.headers.etag).not.toBe(all.headers.etag);
    } finally {
      await api.configure("UPDATE api_client SET own_deals_only = false");
    }
  });

  it("narrows the list to the deals of one of the client's branches, in the same form, and refuses another's", async () => {
    await createDeal(api, { title: "Here", branches: [BRANCH] });
    await createDeal(api, { title: "Elsewhere", branches: [OTHER_BRANCH] });
    expect((await titles()).sort()).toEqual(["Elsewhere", "Here"]);
    expect(await titles({ query: `BranchMsisdn=${BRANCH}` })).toEqual(["Here"]);
    expect(await titles({ query: `BranchMsisdn=%2B2${OTHER_BRANCH}` })).toEqual(["Elsewhere"]);
    const foreign = await till.deals({ query: `BranchMsisdn=${FOREIGN_BRANCH}` });
    expect(foreign.json.ErrorCode).toBe(1110);
  });

  it("addresses images as a trusted proxy was reached, and as the caller says where none is trusted", async () => {
    const hash = "b".repeat(64);
    await api.database.pool.query(
      "INSERT INTO image (hash, content_type, width, height, bytes) VALUES ($1, 'image/png', 1, 1, 'x') ON CONFLICT DO NOTHING",
      [hash],
    );
    const id = await createDeal(api);
    await api.configure("UPDATE deal SET image_hash = $2 WHERE id = $1", [id, hash]);
    const image = async () =>
      (await till.deals({ headers: { Host: "points.example", "X-Forwarded-Proto": "https" } })).json.deals[0]
        ?.Image;
    expect(await image()).toBe(`http://points.example/images/${hash}`);
    trustProxies("loopback");
    try {
      expect(await image()).toBe(`https://points.example/images/${hash}`);
    } finally {
      trustProxies("off");
    }
  });

  it("answers with each deal whole, every field as the interface names it", async () => {
    const hash = "a".repeat(64);
    await api.database.pool.query(
      "INSERT INTO image (hash, content_type, width, height, bytes) VALUES ($1, 'image/png', 1, 1, 'x') ON CONFLICT DO NOTHING",
      [hash],
    );
    const id = await createDeal(api, {
      title: "Coffee",
      sortingNumber: 7,
      branches: ["01000000001", "01000000003"],
    });
    await api.configure("UPDATE deal SET image_hash = $2 WHERE id = $1", [id, hash]);
    const answer = await till.deals({ headers: { Host: "points.example:8443" } });
    expect({ status: answer.status, ...answer.json, deals: answer.json.deals.length }).toEqual({
      status: 200,
      deals: 1,
      ErrorCode: 0,
      ErrorMessage: "Success",
      EnglishErrorMessage: "",
      ArabicErrorMessage: "",
    });
    expect(answer.json.deals[0]).toEqual({
      Id: id,
      Title: "Coffee",
      OfferNumber: expect.stringMatching(/^OFFER-/),
      Merchant: "Tarh Markets",
      Description: "Buy more",
      Terms: "Once a day",
      DiscountType: 1,
      Discount: 20,
      Image: `http://points.example:8443/images/${hash}`,
      StartDate: "2026-03-01T00:00:00Z",
      EndDate: "2026-04-01T00:00:00Z",
      ExpiryDate: "2026-05-01T00:00:00Z",
      SortingNumber: 7,
      MerchantImage: "",
      CategoryId: api.fixture.categoryId,
      Branches: [
        {
          Id: api.fixture.branchIds.get("01000000001"),
          BranchName: "Nasr City",
          BranchAddress: "52 Abbas El Akkad Street, Nasr City, Cairo",
          Latitude: "30.0586",
          Longitude: "31.3367",
        },
      ],
    });
  });

  it("answers an empty array when nothing is live", async () => {
    expect((await till.deals()).json).toMatchObject({ deals: [], ErrorCode: 0, ErrorMessage: "Success" });
  });

  it("speaks Arabic when asked to: titles, merchants, descriptions, terms, branches and the message", async () => {
    await createDeal(api, { title: "Coffee", branches: ["01000000001"] });
    const { json, headers } = await till.deals({ language: "ar" });
    expect(headers["content-language"]).toBe("ar");
    expect(json).toMatchObject({
      ErrorMessage: "تمت العملية بنجاح",
      EnglishErrorMessage: "",
      ArabicErrorMessage: "",
    });
    expect(json.deals[0]).toMatchObject({
      Title: "عرض Coffee",
      Merchant: "أسواق طرح",
      Description: "اشتر أكثر",
      Terms: "مرة في اليوم",
      Branches: [{ BranchName: "مدينة نصر", BranchAddress: "٥٢ شارع عباس العقاد، مدينة نصر، القاهرة" }],
    });
    expect((await till.deals({ language: "en" })).json.deals[0]?.Title).toBe("Coffee");
  });

  it("lists published deals alone, of active merchants alone", async () => {
    await createDeal(api, { title: "Live" });
    await createDeal(api, { title: "Draft", state: "draft" });
    await createDeal(api, { title: "Paused", state: "paused" });
    await createDeal(api, { title: "Closed", merchantId: 2 });
    await api.configure("UPDATE merchant SET is_active = false WHERE id = 2");
    try {
      expect(await titles()).toEqual(["Live"]);
    } finally {
      await api.configure("UPDATE merchant SET is_active = true WHERE id = 2");
    }
    expect((await titles()).sort()).toEqual(["Closed", "Live"]);
  });

  it("lists a deal from its StartDate on, and no longer from its EndDate on, to the millisecond", async () => {
    await createDeal(api, { title: "A", startsAt: "2026-03-10T11:00:00Z", endsAt: "2026-03-10T12:00:00Z" });
    await createDeal(api, { title: "B", startsAt: "2026-03-10T12:00:00Z", endsAt: "2026-03-10T13:00:00Z" });
    for (const [time, live] of [
      ["2026-03-10T10:59:59.999Z", []],
      ["2026-03-10T11:00:00.000Z", ["A"]],
      ["2026-03-10T11:59:59.999Z", ["A"]],
      ["2026-03-10T12:00:00.000Z", ["B"]],
      ["2026-03-10T12:59:59.999Z", ["B"]],
      ["2026-03-10T13:00:00.000Z", []],
    ] as const) {
      expect(await api.at(time, () => titles()), time).toEqual(live);
    }
  });

  it("orders by SortingNumber, nulls last, then by StartDate, latest first, then by Id", async () => {
    await createDeal(api, { title: "no number, early", startsAt: "2026-03-01T00:00:00Z" });
    await createDeal(api, { title: "no number, late", startsAt: "2026-03-02T00:00:00Z" });
    await createDeal(api, { title: "no number, late, second", startsAt: "2026-03-02T00:00:00Z" });
    await createDeal(api, { title: "second", sortingNumber: 2 });
    await createDeal(api, { title: "first, early", sortingNumber: 1, startsAt: "2026-03-01T00:00:00Z" });
    await createDeal(api, { title: "first, late", sortingNumber: 1, startsAt: "2026-03-02T00:00:00Z" });
    expect(await titles()).toEqual([
      "first, late",
      "first, early",
      "second",
      "no number, late",
      "no number, late, second",
      "no number, early",
    ]);
  });

  describe("the rate plan", () => {
    it("absent or empty lists every live deal; given, those without one and those with it, whatever the case", async () => {
      await createDeal(api, { title: "for all", sortingNumber: 1 });
      await createDeal(api, { title: "for gold", sortingNumber: 2, ratePlans: ["Gold", "PLATINUM"] });
      await createDeal(api, { title: "for silver", sortingNumber: 3, ratePlans: ["silver"] });
      expect(await titles()).toEqual(["for all", "for gold", "for silver"]);
      expect(await titles({ query: "ratePlan=" })).toEqual(["for all", "for gold", "for silver"]);
      expect(await titles({ query: "other=1" })).toEqual(["for all", "for gold", "for silver"]);
      for (const plan of ["gold", "GOLD", "gOLD", "%47old", "platinum"])
        expect(await titles({ query: `ratePlan=${plan}` }), plan).toEqual(["for all", "for gold"]);
      expect(await titles({ query: "ratePlan=SILVER" })).toEqual(["for all", "for silver"]);
      expect(await titles({ query: "ratePlan=bronze" })).toEqual(["for all"]);
      expect(await titles({ query: `ratePlan=${encodeURIComponent("ذهبي")}` })).toEqual(["for all"]);
    });

    it("is named ratePlan, in this case", async () => {
      await createDeal(api, { title: "for gold", ratePlans: ["gold"] });
      expect(await titles({ query: "rateplan=silver" })).toEqual(["for gold"]);
    });
  });

  it("shows a change as soon as every process has heard of it: a deal, its title, its pause, a branch that closes", async () => {
    const other = api.caller(till.door, api.restarted());
    const shows = async (expected: unknown) => {
      for (const caller of [till, other]) {
        await until(async () => {
          const { deals } = (await caller.deals()).json;
          const seen = deals.map(({ Title, Branches }) => [
            Title,
            Branches.map(({ BranchName }) => BranchName),
          ]);
          return JSON.stringify(seen) === JSON.stringify(expected);
        });
      }
    };
    const id = await createDeal(api, { title: "Before", branches: ["01000000001"] });
    await api.announce("SELECT 1");
    await shows([["Before", ["Nasr City"]]]);
    await api.announce("UPDATE deal SET title_en = 'After' WHERE id = $1", [id]);
    await shows([["After", ["Nasr City"]]]);
    await api.announce("UPDATE branch SET is_active = false WHERE msisdn = '+201000000001'");
    await shows([["After", []]]);
    await api.announce("UPDATE branch SET is_active = true WHERE msisdn = '+201000000001'");
    await api.announce("UPDATE deal SET state = 'paused' WHERE id = $1", [id]);
    await shows([]);
  });
});

function titlesOf({ json }: Answer<GetDealsResponse>): string[] {
  return json.deals.map(({ Title }) => Title);
}

/** Runs as if the process had been started with this setting of TRUST_PROXY. */
function trustProxies(TRUST_PROXY: string): void {
  const { trustedProxies } = parseEnv({ TRUST_PROXY });
  completeEnv({ trustedProxies } satisfies Partial<Env> as Parameters<typeof completeEnv>[0]);
}
