import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeTwoDoors } from "@/tests/api/suites/two-doors";
import { type Caller, startApi } from "@/tests/support/api";
import { type NextServer, startNext } from "@/tests/support/next-server";
import { type RunningServer, startServer } from "@/tests/support/server";

/** The built service beside the same build under `next start`, over one database. */
describe("the service and `next start`", () => {
  const api = startApi();
  let service: RunningServer;
  let next: NextServer;
  let callers: readonly [Caller, Caller];

  beforeAll(async () => {
    service = await startServer({ env: { DATABASE_URL: api.database.url } });
    next = await startNext(api.database.url);
    callers = [api.callerAt("node", portOf(service.url)), api.callerAt("next", next.port)];
  });
  afterAll(async () => {
    await service?.stop();
    await next?.stop();
    const lines = `${service?.logs()}\n${next?.logs()}`.split("\n");
    expect(lines.filter((line) => line.includes("Request answered")).length).toBeGreaterThan(50);
    expect(api.linesWithSecrets(lines)).toEqual([]);
  });

  describeTwoDoors(api, () => callers);

  it("answer a body that breaks off: the service with its envelope, Next.js as it does", async () => {
    const half = [
      "POST /api/Integration/v1/Reward HTTP/1.1",
      "Host: points.test",
      "ClientId: pis_test_demo",
      "Content-Type: application/json",
      "Content-Length: 100",
      "",
      '{"WalletCode":"1000',
    ].join("\r\n");
    const [fast, framework] = await Promise.all(
      callers.map((caller) => caller.raw(half, { endsAfterWriting: true })),
    );
    expect(fast).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(fast).toContain('"errorCode":"1003"');
    expect(framework).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("answers headers that are too long with its envelope", async () => {
    const head = `GET /api/Integration/v1/GetDeals HTTP/1.1\r\nHost: points.test\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`;
    const answer = await callers[0].raw(head);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"errorCode":"1006"');
  });

  it("hold a client to its list of addresses, whatever X-Forwarded-For says", async () => {
    const id = api.fixture.clientIds.get("pis_test_nabd");
    await api.announce("UPDATE api_client SET ip_ranges = '{10.1.2.3}' WHERE id = $1", [id]);
    for (const caller of callers) {
      for (const headers of [{}, { "X-Forwarded-For": "10.1.2.3" }]) {
        const answer = await caller.deals({ clientId: "pis_test_nabd", headers });
        expect(answer.json.ErrorCode, `${caller.door} ${JSON.stringify(headers)}`).toBe(1104);
      }
    }
    await api.announce("UPDATE api_client SET ip_ranges = '{127.0.0.1}' WHERE id = $1", [id]);
    for (const caller of callers) {
      await expect
        .poll(async () => (await caller.deals({ clientId: "pis_test_nabd" })).json.ErrorCode, {
          timeout: 5_000,
        })
        .toBe(0);
    }
  });
});

function portOf(url: string): number {
  return Number(new URL(url).port);
}
