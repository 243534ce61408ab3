import { describe, expect, it } from "vitest";
import { GET as feed } from "@/app/api/events/v1/route";
import { services } from "@/lib/services";
import { expectDealsRefusal, expectRefusal, expectSuccess, throughEachDoor } from "@/tests/support/api";

const FROM = new Date("2026-03-01T00:00:00Z");
const NOTICE = {
  deprecation: "@1772323200",
  sunset: "Mon, 01 Mar 2027 00:00:00 GMT",
  link: '</docs/en/versions>; rel="deprecation"; type="text/html", </docs/en/versions>; rel="sunset"; type="text/html"',
};
const NO_NOTICE = { deprecation: undefined, sunset: undefined, link: undefined };

throughEachDoor((api, till) => {
  const onItsWayOut = () => api.caller(till.door, { ...api.services, deprecations: { v1: FROM } });
  const noticeIn = ({ deprecation, sunset, link }: Record<string, unknown>) => ({
    deprecation,
    sunset,
    // A refusal names the page of its code as well.
    link: String(link ?? "").replace(/<[^>]*>; rel="help"; hreflang="\w\w"(, )?/, "") || undefined,
  });

  it("says nothing of an end of the version while none is set", async () => {
    expect(services().deprecations).toEqual({});
    expect(noticeIn((await till.deals()).headers)).toEqual(NO_NOTICE);
    expect(noticeIn((await till.refund({})).headers)).toEqual(NO_NOTICE);
  });

  describe("a version that is on its way out", () => {
    it("goes on, and says in every answer since when, until when and where to read about it", async () => {
      const { fields } = await api.customer();
      const caller = onItsWayOut();
      const done = await caller.redeem(fields);
      expectSuccess(done);
      const answers = [
        done,
        await caller.deals(),
        await caller.deals({ headers: { "If-None-Match": "*" } }),
        await caller.refund({}),
        await caller.refund({}, { clientId: null }),
        await caller.refund({}, { version: "V1" }),
        await caller.refund({}, { version: "1.0" }),
        await caller.refund({}, { method: "GET" }),
      ];
      for (const { headers } of answers) expect(noticeIn(headers)).toEqual(NOTICE);
      expect(answers[2]?.status).toBe(304);
    });

    it("says nothing before the day, nor of a version that does not exist", async () => {
      const caller = onItsWayOut();
      await api.at("2026-02-28T23:59:59.999Z", async () => {
        expect(noticeIn((await caller.deals()).headers)).toEqual(NO_NOTICE);
      });
      const unknown = await caller.refund({}, { version: "v2" });
      expectRefusal(unknown, 1005);
      expect(noticeIn(unknown.headers)).toEqual(NO_NOTICE);
    });

    it("is answered to the last millisecond of its twelve months, and from then on with 410 and 1008", async () => {
      const { fields } = await api.customer();
      const caller = onItsWayOut();
      await api.at("2027-02-28T23:59:59.999Z", async () => {
        expectSuccess(await caller.redeem({ ...fields, PointsValue: 1 }));
      });
      const before = await api.snapshot();
      await api.at("2027-03-01T00:00:00.000Z", async () => {
        const gone = await caller.redeem({ ...fields, PointsValue: 1 });
        expectRefusal(gone, 1008, { status: 410 });
        expect(noticeIn(gone.headers)).toEqual(NOTICE);
        expectDealsRefusal(await caller.deals(), 1008, 410);
        // Who may call is not looked at any more; who is always to get HTTP 200 gets it.
        expectRefusal(await caller.refund({}, { clientId: null }), 1008);
        expectRefusal(await caller.refund({}, { clientId: "pis_test_http200" }), 1008, { status: 200 });
        expectRefusal(await caller.send("Transfer"), 1008);
      });
      expect(await api.snapshot()).toEqual(before);
    });
  });

  it("the event feed of a version goes with it", async () => {
    const present = services();
    const before = present.deprecations;
    const ask = () =>
      feed(new Request("http://127.0.0.1/api/events/v1", { headers: { ClientId: "pis_test_demo" } }));
    try {
      present.deprecations = { v1: new Date("2020-01-01") };
      const gone = await ask();
      expect(gone.status).toBe(410);
      expect(gone.headers.get("sunset")).toBe("Fri, 01 Jan 2021 00:00:00 GMT");
      expect(await gone.json()).toEqual({
        errorCode: "1008",
        errorMessage: "This API version has been retired",
      });
    } finally {
      present.deprecations = before;
    }
    expect((await ask()).headers.get("sunset")).toBeNull();
  });
});
