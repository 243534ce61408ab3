import { gunzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { createDeal } from "@/tests/api/suites/deals";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  beforeAll(async () => {
    await api.configure("UPDATE deal SET state = 'paused'");
    await createDeal(api, { title: "Coffee", sortingNumber: 1 });
    await createDeal(api, { title: "Gold", sortingNumber: 2, ratePlans: ["gold"] });
    await api.configure("SELECT 1");
  });

  it("names the answer by an ETag and says who may keep it, for how long and what it depends on", async () => {
    const { headers } = await till.deals();
    expect(headers.etag).toMatch(/^W\/"[\w-]+"$/);
    expect(headers["cache-control"]).toBe("private, max-age=60");
    const vary = String(headers.vary).split(/, */);
    expect(vary).toEqual(expect.arrayContaining(["Accept-Language", "Accept-Encoding", "ClientId"]));
  });

  it.each([
    ["the same tag", (tag: string) => tag],
    ["the tag among others", (tag: string) => `"x", ${tag} , W/"y"`],
    ["the tag as a strong one", (tag: string) => tag.replace("W/", "")],
    ["any tag", () => "*"],
  ])("answers 304 without a body to If-None-Match with %s, all headers as before", async (_label, write) => {
    const first = await till.deals();
    const again = await till.deals({ headers: { "If-None-Match": write(String(first.headers.etag)) } });
    expect({ status: again.status, length: again.bytes.length, etag: again.headers.etag }).toEqual({
      status: 304,
      length: 0,
      etag: first.headers.etag,
    });
    expect(again.headers["cache-control"]).toBe("private, max-age=60");
    expect(again.headers["content-type"]).toBeUndefined();
  });

  it("answers 200 to another tag", async () => {
    for (const tag of ['W/"other"', "", '"', "W/"])
      expect((await till.deals({ headers: { "If-None-Match": tag } })).status).toBe(200);
  });

  it("gives each language and rate plan a tag of its own, and unknown plans a common one", async () => {
    const tagOf = async (call: Parameters<typeof till.deals>[0]) => (await till.deals(call)).headers.etag;
    const english = await tagOf({});
    expect(await tagOf({ language: "ar" })).not.toBe(english);
    const unknown = await tagOf({ query: "ratePlan=bronze" });
    expect(unknown).not.toBe(english);
    expect(await tagOf({ query: "ratePlan=copper" })).toBe(unknown);
    expect(await tagOf({ query: "ratePlan=gold" })).toBe(await tagOf({ query: "ratePlan=GOLD" }));
  });

  it("changes the tag when a deal ends, and with it what a conditional request gets", async () => {
    const id = await createDeal(api, { endsAt: "2026-03-10T11:00:00Z" });
    await api.configure("SELECT 1");
    const first = await till.deals();
    const call = { headers: { "If-None-Match": String(first.headers.etag) } };
    expect((await till.deals(call)).status).toBe(304);
    await api.at("2026-03-10T11:00:00Z", async () => {
      const after = await till.deals(call);
      expect(after.status).toBe(200);
      expect(after.json.deals).toHaveLength(first.json.deals.length - 1);
    });
    await api.configure("UPDATE deal SET state = 'paused' WHERE id = $1", [id]);
  });

  it("keeps the tag over a restart, so that callers' copies stay good", async () => {
    const first = await till.deals();
    const restarted = api.caller(till.door, api.restarted());
    const call = { headers: { "If-None-Match": String(first.headers.etag), Host: "points.test" } };
    const plain = await till.deals({ headers: { Host: "points.test" } });
    expect((await restarted.deals({ headers: { Host: "points.test" } })).headers.etag).toBe(
      plain.headers.etag,
    );
    expect((await restarted.deals(call)).headers.etag).toBe(plain.headers.etag);
  });

  it.each([
    ["gzip", true],
    ["br, gzip;q=0.5", true],
    ["GZIP", true],
    ["*", true],
    ["gzip;q=0", false],
    ["identity", false],
    ["br", false],
    ["", false],
  ])("compresses the answer for Accept-Encoding: %s = %s", async (encoding, isAccepted) => {
    // Next.js compresses by itself what its route handlers answer.
    const isCompressed = isAccepted && till.door === "node";
    const plain = await till.deals();
    const answer = await till.deals({ headers: { "Accept-Encoding": encoding } });
    expect(answer.headers["content-encoding"]).toBe(isCompressed ? "gzip" : undefined);
    const bytes = isCompressed ? gunzipSync(answer.bytes) : answer.bytes;
    expect(bytes.equals(plain.bytes)).toBe(true);
  });

  it("counts each deal of an answer as seen, told again or not, and what other plans have not", async () => {
    const viewsOf = async () => {
      await api.services.dealCounts.flush();
      const { rows } = await api.database.pool.query<{ title_en: string; views: string }>(
        "SELECT d.title_en, coalesce(sum(c.views), 0) AS views FROM deal d LEFT JOIN deal_day c ON c.deal_id = d.id AND c.channel_id = 1 AND c.taps = 0 WHERE d.state = 'published' GROUP BY d.id ORDER BY d.id",
      );
      return Object.fromEntries(rows.map(({ title_en, views }) => [title_en, Number(views)]));
    };
    const before = await viewsOf();
    const { headers } = await till.deals();
    expect((await till.deals({ headers: { "If-None-Match": String(headers.etag) } })).status).toBe(304);
    await till.deals({ query: "ratePlan=bronze" });
    expect(await viewsOf()).toEqual({ Coffee: (before.Coffee ?? 0) + 3, Gold: (before.Gold ?? 0) + 2 });
  });

  it("answers HEAD as GET, without the body", async () => {
    const get = await till.deals();
    const head = await till.deals({ method: "HEAD" });
    expect({ status: head.status, etag: head.headers.etag, length: head.bytes.length }).toEqual({
      status: 200,
      etag: get.headers.etag,
      length: 0,
    });
  });
});
