import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  BRANCH,
  type Call,
  expectDealsRefusal,
  expectRefusal,
  expectSuccess,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";

throughEachDoor((api, till) => {
  /** With a client that is read by the letter of the interface. */
  async function asStrict(work: (clientId: string) => Promise<void>): Promise<void> {
    const id = api.fixture.clientIds.get("pis_test_nabd");
    await api.configure("UPDATE api_client SET is_strict = true WHERE id = $1", [id]);
    await work("pis_test_nabd").finally(() =>
      api.configure("UPDATE api_client SET is_strict = false WHERE id = $1", [id]),
    );
  }

  describe("a strict client", () => {
    it.each<readonly [string, (good: Record<string, unknown>) => Call, number]>([
      ["a number as a text", (good) => ({ body: JSON.stringify({ ...good, PointsValue: "5" }) }), 1002],
      ["a text as a number", (good) => ({ body: JSON.stringify({ ...good, InvoiceNumber: 5 }) }), 1002],
      ["no type", (good) => ({ body: JSON.stringify(good), headers: { "Content-Type": undefined } }), 1004],
      [
        "a compressed body",
        (good) => ({ body: gzipSync(JSON.stringify(good)), headers: { "Content-Encoding": "gzip" } }),
        1004,
      ],
      ["another version", (good) => ({ body: JSON.stringify(good), version: "1.0" }), 1005],
    ])("is refused %s, which others are read with", async (_label, make, code) => {
      const { fields } = await api.customer({ points: 0 });
      const good = { ...fields, PointsValue: 5, ExternalLogId: newReference() };
      await asStrict(async (clientId) => {
        expect((await till.send("Reward", {}, { ...make(good), clientId })).json.errorCode).toBe(
          String(code),
        );
      });
      expectSuccess(await till.send("Reward", {}, make(good)));
    });
  });

  it("a retry of a request that was kept with its blanks is answered as the first time", async () => {
    const { fields } = await api.customer({ points: 0 });
    const body = { ...fields, PointsValue: 5, ExternalLogId: ` ${newReference()} `, InvoiceNumber: " A 7 " };
    let first: unknown;
    // What was read by the letter is what was read before blanks were no part of a text.
    await api.configure("UPDATE api_client SET is_strict = true WHERE id = $1", [
      api.fixture.clientIds.get("pis_test_demo"),
    ]);
    try {
      first = expectSuccess(await till.send("Reward", body)).entry;
    } finally {
      await api.configure("UPDATE api_client SET is_strict = false WHERE id = $1", [
        api.fixture.clientIds.get("pis_test_demo"),
      ]);
    }
    const again = await till.send("Reward", body);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(expectSuccess(again).entry).toEqual(first);
  });

  it("401 says by which scheme a caller identifies itself", async () => {
    for (const clientId of [null, "of nobody"]) {
      const answer = await till.deals({ clientId });
      expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "ClientId"]);
    }
  });

  describe("the version", () => {
    it.each(["v1", "V1", "1", "1.0", "v1.0", "V1.0"])(
      "%s is the one there is, but for strict clients, who write v1",
      async (version) => {
        const { fields } = await api.customer({ points: 0 });
        expectSuccess(await till.reward(fields, { version }));
        await asStrict(async (clientId) => {
          const { json } = await till.reward(fields, { version, clientId });
          expect(json.errorCode).toBe(version === "v1" ? "1110" : "1005");
        });
      },
    );

    it.each(["v2", "v0", "v01", "v1.1", "1.00", "2", "latest", "v1 ", "v%31", "ｖ1"])(
      "%s is refused with 1005",
      async (version) => {
        const { fields } = await api.customer();
        const encoded = { version: version === "v%31" ? version : encodeURIComponent(version) };
        expectRefusal(await till.reward(fields, encoded), 1005);
        expectDealsRefusal(await till.deals(encoded), 1005);
      },
    );
  });

  describe("the operation", () => {
    it.each([
      ["of another name", "/api/Integration/v1/Transfer"],
      ["with a suffix", "/api/Integration/v1/Reward/1"],
      ["without a name", "/api/Integration/v1/"],
      ["without a version", "/api/Integration/Reward"],
      ["with an empty version", "/api/Integration//Reward"],
      ["named like what every object has", "/api/Integration/v1/constructor"],
      ["named __proto__", "/api/Integration/v1/__proto__"],
      ["percent-encoded", "/api/Integration/v1/Rewar%64"],
    ])("is refused with 1005 or 1007 and 404 when it is %s", async (_label, path) => {
      const { fields } = await api.customer();
      const before = await api.snapshot();
      const answer = await till.send("Reward", { ...fields, PointsValue: 1, ExternalLogId: "x" }, { path });
      expectRefusal(answer, answer.json.errorCode === "1005" ? 1005 : 1007, { status: 404 });
      expect(await api.snapshot()).toEqual(before);
    });

    it.each([
      ["in another case", "/api/integration/V1/REWARD"],
      ["with a slash at the end", "/api/Integration/v1/Reward/"],
      ["with slashes doubled inside", "/api/Integration/v1//Reward//"],
    ])("is read when it is %s, which strict clients are refused", async (_label, path) => {
      const { fields } = await api.customer({ points: 0 });
      expectSuccess(await till.reward(fields, { path }));
      await asStrict(async (clientId) => {
        expect((await till.reward(fields, { path, clientId })).json.errorCode).toBe("1007");
      });
    });

    it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])(
      "is refused with 1007 and 405 for %s, saying POST is allowed",
      async (method) => {
        for (const operation of ["Reward", "RedeemUser", "Refund", "Cancel", "ReturnReward"]) {
          const answer = await till.send(operation, {}, { method });
          expect({ status: answer.status, allow: answer.headers.allow }).toEqual({
            status: 405,
            allow: "POST",
          });
          if (method !== "HEAD") expectRefusal(answer, 1007, { status: 405 });
        }
      },
    );

    it("takes no notice of a query", async () => {
      const { fields } = await api.customer({ points: 0 });
      expectSuccess(await till.reward(fields, { query: "PointsValue=5&x=%zz" }));
    });
  });

  describe("the language", () => {
    it.each([
      [undefined, "en"],
      ["", "en"],
      ["en", "en"],
      ["ar", "ar"],
      ["AR", "ar"],
      ["ar-EG", "ar"],
      ["ar-SA, en;q=0.9", "ar"],
      ["en;q=0.4, ar;q=0.9", "ar"],
      ["en, ar", "en"],
      ["fr-FR, de;q=0.9", "en"],
      ["fr, ar;q=0.1", "ar"],
      ["ar;q=0", "en"],
      ["*", "en"],
      ["en;q=0, ar;q=0.1", "ar"],
      [",;=,,q;;", "en"],
      ["ar;q=many", "ar"],
      ["x".repeat(5_000), "en"],
    ])("of an answer to Accept-Language: %s is %s", async (language, expected) => {
      const call = language === undefined ? {} : { language };
      const answer = await till.refund({}, call);
      expect(answer.headers["content-language"]).toBe(expected);
      expect(answer.json.errorMessage).toBe(
        expected === "ar" ? "حقل مطلوب غير موجود: WalletCode" : "Required field is missing: WalletCode",
      );
    });

    it("is known before the caller is: even a wrong path is refused in it", async () => {
      const answer = await till.send("Nothing", {}, { language: "ar", clientId: null });
      expect(answer.json.errorMessage).toBe("العملية المطلوبة غير موجودة");
    });
  });

  describe("the request id", () => {
    it("is the caller's own where it is harmless", async () => {
      const answer = await till.refund({}, { headers: { "X-Request-Id": "till-7_2026.11" } });
      expect(answer.headers["x-request-id"]).toBe("till-7_2026.11");
    });

    it.each(["", "with space", "x".repeat(65), "a;b", '{"a":1}', "é"])(
      "is a new one instead of %s",
      async (sent) => {
        const { headers } = await till.refund({}, { headers: { "X-Request-Id": sent } });
        expect(headers["x-request-id"]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      },
    );

    it("is another for each request, and stands in every line that the log has of it", async () => {
      const ids = await Promise.all(
        Array.from({ length: 20 }, async () => (await till.refund({})).headers["x-request-id"]),
      );
      expect(new Set(ids).size).toBe(20);
      const unsaid = () => ids.filter((id) => !api.logLines.some((line) => line.includes(String(id))));
      await expect.poll(unsaid).toEqual([]);
    });

    it("is never a mobile number in the log, though a caller sends one", async () => {
      const { fields } = await api.customer();
      await till.refund({}, { headers: { "X-Request-Id": fields.ContactMsisdn } });
      // The line of a later request is there: so is the one that is looked for.
      const { headers } = await till.refund({});
      const last = String(headers["x-request-id"]);
      await expect.poll(() => api.logLines.some((line) => line.includes(last))).toBe(true);
      expect(api.logLines.filter((line) => line.includes(fields.ContactMsisdn))).toEqual([]);
    });
  });

  it("keeps secrets out of the answer to a request that is wrong in every way", async () => {
    const { fields } = await api.customer({ nid: "29001011234567" });
    const answer = await till.redeem({ ...fields, PinCode: "no-pin", PointsValue: 1 });
    expectRefusal(answer, 1002, { field: "PinCode" });
    expect(answer.bytes.toString()).not.toContain("no-pin");
  });

  it("shows the national identity number to no client but those that may see it", async () => {
    const { fields } = await api.customer({ nid: "29001011234567", points: 0 });
    expect(expectSuccess(await till.reward(fields)).wallet.nid).toBeNull();
    await api.configure("UPDATE api_client SET expose_nid = true WHERE id = $1", [
      api.fixture.clientIds.get("pis_test_http200"),
    ]);
    const exposed = await till.reward(fields, { clientId: "pis_test_http200" });
    expect(expectSuccess(exposed).wallet.nid).toBe("29001011234567");
  });

  describe("on one connection", () => {
    const lines = (operation: string, body: string, ...headers: string[]) =>
      [
        `POST /api/Integration/v1/${operation} HTTP/1.1`,
        "Host: points.test",
        "ClientId: pis_test_demo",
        "Content-Type: application/json",
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
        "",
        body,
      ].join("\r\n");

    it("requests sent one behind the other are answered in their order", async () => {
      const { fields } = await api.customer({ points: 0 });
      const bodies = [1, 2, 3, 4, 5].map((PointsValue) =>
        JSON.stringify({ ...fields, PointsValue, ExternalLogId: newReference() }),
      );
      const requests = bodies.map((body, index) =>
        lines("Reward", body, index === 4 ? "Connection: close" : "X: y"),
      );
      const text = await till.raw(requests.join(""));
      expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(5);
      const amounts = [...text.matchAll(/"amount":(\d+)/g)].map(([, amount]) => Number(amount));
      expect(amounts).toEqual([1, 2, 3, 4, 5]);
      expect([...text.matchAll(/"balanceAfter":(\d+)/g)].at(-1)?.[1]).toBe("15");
    });

    it("a refused request does not spoil the one behind it, its unread body included", async () => {
      const { fields } = await api.customer({ points: 0 });
      const good = JSON.stringify({ ...fields, PointsValue: 9, ExternalLogId: newReference() });
      const refused = lines("Nothing", "x".repeat(10_000));
      const text = await till.raw(refused + lines("Reward", good, "Connection: close"));
      expect([...text.matchAll(/"errorCode":"(\d+)"/g)].map(([, code]) => code)).toEqual(["1007", "0"]);
    });

    it("requests without a body, of whatever method, leave it to the one behind them", async () => {
      const { fields } = await api.customer({ points: 0 });
      const bare = ["GET", "HEAD", "OPTIONS", "DELETE"].map(
        (method) =>
          `${method} /api/Integration/v1/GetDeals HTTP/1.1\r\nHost: points.test\r\nClientId: pis_test_demo\r\n\r\n`,
      );
      const without = lines("Reward", "").replace("Content-Length: 0\r\n", "");
      const good = JSON.stringify({ ...fields, PointsValue: 7, ExternalLogId: newReference() });
      const last = lines("Reward", good, "Connection: close");
      for (const order of [bare, bare.toReversed()]) {
        const text = await till.raw([...order, without, ...order].join("") + last);
        const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
        const expected = order === bare ? [200, 200, 405, 405] : [405, 405, 200, 200];
        expect(statuses).toEqual([...expected, 400, ...expected, 200]);
      }
    });

    it("Expect: 100-continue is answered before the body is sent", async () => {
      const { fields } = await api.customer({ points: 0 });
      const body = JSON.stringify({ ...fields, PointsValue: 1, ExternalLogId: newReference() });
      const text = await till.raw(lines("Reward", body, "Expect: 100-continue", "Connection: close"));
      expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    });

    it("HTTP/1.0 is answered and the connection ended", async () => {
      const text = await till.raw(
        `GET /api/Integration/v1/GetDeals HTTP/1.0\r\nHost: points.test\r\nClientId: pis_test_demo\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(text).toContain('"ErrorCode":0');
    });

    it("what is no HTTP at all ends the connection with 400", async () => {
      const answer = await till.raw("Reward 100001 please\r\n\r\n");
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain("The request could not be read as HTTP/1.1.");
    });

    it("two lengths that differ, which some proxy might read in another way, are refused", async () => {
      const before = await api.snapshot();
      const head = `POST /api/Integration/v1/Reward HTTP/1.1\r\nHost: a\r\nClientId: pis_test_demo\r\nContent-Type: application/json\r\n`;
      const smuggled = `POST /api/Integration/v1/Cancel HTTP/1.1\r\nHost: a\r\n\r\n`;
      for (const lengths of [
        "Content-Length: 2\r\nContent-Length: 9\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
      ])
        expect(await till.raw(`${head}${lengths}\r\n0\r\n\r\n${smuggled}`)).toMatch(/^HTTP\/1\.1 400 /);
      expect(await api.snapshot()).toEqual(before);
    });
  });

  it("never lets anybody keep an answer about a wallet", async () => {
    const { fields } = await api.customer();
    for (const answer of [await till.reward(fields), await till.redeem({ ...fields, PointsValue: 9_999 })])
      expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("serves every documented branch and refuses the others, as the demo data says", async () => {
    const { fields } = await api.customer({ points: 0 });
    const codes = [];
    for (const [BranchMsisdn, clientId] of [
      [BRANCH, "pis_test_demo"],
      ["01000000002", "pis_test_demo"],
      ["01000000003", "pis_test_demo"],
      ["01000000011", "pis_test_demo"],
      ["01000000011", "pis_test_merchant2"],
    ] as const)
      codes.push((await till.reward({ ...fields, BranchMsisdn }, { clientId })).json.errorCode);
    expect(codes).toEqual(["0", "0", "1111", "1110", "0"]);
  });
});
