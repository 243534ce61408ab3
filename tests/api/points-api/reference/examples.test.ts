import { describe, expect, it } from "vitest";
import { GET as newer } from "@/app/api/openapi.json/route";
import { GET as older } from "@/app/api/openapi-3.0.json/route";
import { fieldsOf, valuesOf } from "@/components/clients/try-it";
import { OPENAPI_EDITIONS, type OpenApiEdition, openApiText } from "@/lib/points-api/serve-openapi";
import { tryItOperations } from "@/lib/points-api/try-it";
import { tryableExamples } from "@/lib/points-api/tryable";
import { CLIENT, expectSuccess, throughEachDoor } from "@/tests/support/api";
import { problemsBySchema } from "@/tests/support/contract";
import { createTemplate } from "@/tests/support/coupons";

interface Served {
  servers: { url: string }[];
  paths: Record<
    string,
    { post?: { requestBody?: { content: { "application/json": { example: Record<string, unknown> } } } } }
  >;
}

throughEachDoor((api, till) => {
  const served = async (edition: OpenApiEdition): Promise<Served> =>
    JSON.parse(await openApiText(api.services, { edition, baseUrl: "https://till.example" }));
  /** The example of each operation, in the order in which a reader tries them. */
  const examplesOf = ({ paths }: Served) =>
    Object.entries(paths).flatMap(([path, { post }]) =>
      post?.requestBody === undefined
        ? []
        : [[path.split("/").at(-1) ?? "", post.requestBody.content["application/json"].example] as const],
    );

  describe.each(OPENAPI_EDITIONS)("the reference as OpenAPI %s", (edition) => {
    it("has examples that are carried out as they stand, time after time", async () => {
      const { offerNumber } = await createTemplate(api.database.pool, { cost_points: 10, merchant_id: 1 });
      for (let time = 0; time < 2; time += 1) {
        api.clock.advance(60_000);
        // What can be refunded, cancelled and returned has to have been done.
        expectSuccess(await till.redeem({ ...wallet(), PointsValue: 40 }));
        for (const PointsValue of [60, 70]) expectSuccess(await till.reward({ ...wallet(), PointsValue }));
        for (const PointsValue of [80, 90]) expectSuccess(await till.hold({ ...wallet(), PointsValue }));
        await till.send("IssueCoupon", { ...wallet(), OfferNumber: offerNumber });
        const bought = await till.send("IssueCoupon", { ...wallet(), OfferNumber: offerNumber });
        expectSuccess(bought);
        const { couponNumber: CouponNumber } = bought.json;
        await till.send("RedeemCoupon", { ...wallet(), CouponNumber });
        const examples = examplesOf(await served(edition));
        expect(examples.length).toBeGreaterThanOrEqual(4);
        for (const [operation, example] of examples) {
          expect(problemsBySchema(`${operation}Request`, example)).toEqual([]);
          const answer = await till.send(operation, example);
          expect([operation, answer.status, answer.json.errorCode]).toEqual([operation, 200, "0"]);
          expect(answer.headers["idempotent-replayed"]).toBeUndefined();
        }
      }
    });

    it("names what to cancel by the reference of its own reward where nothing else can be", async () => {
      await api.at("2027-03-10T10:00:00Z", async () => {
        const examples = new Map(examplesOf(await served(edition)));
        expect(examples.get("Cancel")).toMatchObject({
          OriginalExternalLogId: examples.get("Reward")?.ExternalLogId,
        });
        for (const operation of ["Reward", "Cancel"])
          expectSuccess(await till.send(operation, examples.get(operation)));
      });
    });

    it("says where the service is", async () => {
      expect((await served(edition)).servers).toEqual([
        { url: "https://till.example", description: "This service" },
      ]);
      const get = edition === "3.1" ? newer : older;
      const request = new Request("http://points.example:3000/api/x", {
        headers: { Host: "points.example:3000" },
      });
      const response = await get(request);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      const text = await response.text();
      expect((JSON.parse(text) as Served).servers).toEqual([
        { url: "http://points.example:3000", description: "This service" },
      ]);
      expect(text).not.toContain("points.example.com");
    });

    it("shows examples without the demo data as well, and does not count as a use of its client", async () => {
      const usedAt = async () =>
        (
          await api.database.pool.query(
            "SELECT last_used_at FROM api_client_secret s JOIN api_client c ON c.id = s.client_id WHERE c.id = $1",
            [api.fixture.clientIds.get(CLIENT)],
          )
        ).rows;
      await api.configure("UPDATE api_client_secret SET last_used_at = NULL");
      await served(edition);
      expect((await usedAt()).every(({ last_used_at }) => last_used_at === null)).toBe(true);
      const revoke = (at: string) =>
        api.configure(`UPDATE api_client SET revoked_at = ${at} WHERE id = $1`, [
          api.fixture.clientIds.get(CLIENT),
        ]);
      await revoke("now()");
      try {
        expect(examplesOf(await served(edition)).length).toBeGreaterThanOrEqual(4);
      } finally {
        await revoke("NULL");
      }
    });
  });

  describe("the console", () => {
    const strict = (isStrict: boolean) =>
      api.configure("UPDATE api_client SET is_strict = $1 WHERE id = $2", [
        isStrict,
        api.fixture.clientIds.get(CLIENT),
      ]);

    it("fills in what the demo's client can send, for one operation after the other, and by the letter", async () => {
      await strict(true);
      await createTemplate(api.database.pool, { cost_points: 10, merchant_id: 1 });
      try {
        for (let time = 0; time < 2; time += 1) {
          api.clock.advance(60_000);
          // Of an earlier sale the goods can come back, and an earlier order waits to be paid.
          expectSuccess(await till.reward({ ...wallet(), PointsValue: 70 }));
          expectSuccess(await till.hold({ ...wallet(), PointsValue: 90 }));
          for (const { name, method, fields } of tryItOperations()) {
            const { clientId, requests } = await tryableExamples(api.services);
            expect(clientId).toBe(CLIENT);
            const example = requests[name];
            const { status, headers, json } = await till.send(name, fieldsOf(fields, valuesOf(example)), {
              method,
            });
            const { errorCode, ErrorCode } = json as { errorCode?: string; ErrorCode?: number };
            expect([name, status, errorCode ?? ErrorCode]).toEqual([name, 200, method === "GET" ? 0 : "0"]);
            expect(headers["idempotent-replayed"], name).toBeUndefined();
            api.clock.advance(1_000);
          }
        }
      } finally {
        await strict(false);
      }
    });
  });

  function wallet() {
    return { WalletCode: "100001", ContactMsisdn: "01110000001", BranchMsisdn: "01000000001" };
  }
});
