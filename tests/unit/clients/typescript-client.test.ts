import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PointsClient, type PointsClientOptions } from "@/clients/typescript/src/index";
import { readSignature, signatureOf } from "@/lib/areas/clients/signature";

// What the client makes of each thing that can happen to a request. Time is the test's own, so nothing waits.

const CARD = { WalletCode: "100001", ContactMsisdn: "01110000001", BranchMsisdn: "01000000001" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Happening = (init: RequestInit) => Response | Promise<Response>;

const answer =
  (
    code: string,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ): Happening =>
  () =>
    Response.json(
      { errorCode: code, errorMessage: `Text of ${code}`, wallet: null, pointsLog: null },
      { status, headers },
    );
const page =
  (status: number, headers: Record<string, string> = {}): Happening =>
  () =>
    new Response("<h1>Gateway</h1>", { status, headers });
const broken: Happening = () => Promise.reject(new TypeError("fetch failed"));
/** Never answers; ends when the client stops waiting. */
const silent: Happening = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));

/** A client to which these things happen in turn, the last one again and again. */
function clientTo(happenings: readonly Happening[], options: Partial<PointsClientOptions> = {}) {
  const sent: { url: string; body: Record<string, unknown>; headers: Headers }[] = [];
  const waits: number[] = [];
  const points = new PointsClient({
    baseUrl: "https://points.example.com/",
    clientId: "pis_test",
    onRetry: ({ waitMs }) => waits.push(waitMs),
    fetch: async (input, init = {}) => {
      const body = typeof init.body === "string" ? JSON.parse(init.body) : {};
      sent.push({ url: String(input), body, headers: new Headers(init.headers) });
      const happening = happenings[Math.min(sent.length, happenings.length) - 1];
      if (happening === undefined) throw new Error("Nothing is to happen");
      return happening(init);
    },
    ...options,
  });
  /** Lets all pauses pass. */
  const settled = async <Value>(pending: Promise<Value>): Promise<Value> => {
    await vi.runAllTimersAsync();
    return pending;
  };
  return { points, sent, waits, settled };
}

const redeem = (points: PointsClient, signal?: AbortSignal) =>
  points.move("RedeemUser", { ...CARD, PointsValue: 50 }, signal === undefined ? {} : { signal });

describe("a request", () => {
  test("goes to the operation's address with the ClientId, the language and a reference of its own", async () => {
    const { points, sent, settled } = clientTo([answer("0")], { language: "ar" });
    await settled(redeem(points));
    await settled(redeem(points));
    expect(sent[0]?.url).toBe("https://points.example.com/api/Integration/v1/RedeemUser");
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
      clientid: "pis_test",
      "accept-language": "ar",
      "content-type": "application/json",
    });
    expect(sent[0]?.body.ExternalLogId).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]?.body.ExternalLogId).not.toBe(sent[0]?.body.ExternalLogId);
  });

  test("keeps the reference that the caller gave", async () => {
    const { points, sent, settled } = clientTo([answer("0")]);
    await settled(points.move("Reward", { ...CARD, PointsValue: 1, ExternalLogId: "R-1" }));
    expect(sent[0]?.body.ExternalLogId).toBe("R-1");
  });

  test("is signed where there is a signing secret, anew at each sending", async () => {
    const { points, sent } = clientTo([answer("0")], { signingSecret: "pss_secret" });
    const movement = points.prepare("Reward", { ...CARD, PointsValue: 5 });
    for (let times = 0; times < 2; times += 1) expect((await points.send(movement)).kind).toBe("done");
    for (const { headers, body } of sent) {
      const [timestamp, signature] = [headers.get("X-Timestamp") ?? "", headers.get("X-Signature") ?? ""];
      const target = "/api/Integration/v1/Reward";
      const request = { method: "POST", target, body: Buffer.from(JSON.stringify(body)) };
      expect(readSignature({ timestamp, signature }, new Date())).toEqual({ timestamp, signature });
      expect(signature).toBe(signatureOf("pss_secret", timestamp, request).toString("hex"));
    }
    expect(new Set(sent.map(({ headers }) => headers.get("X-Signature"))).size).toBe(2);
    const unsigned = clientTo([answer("0")]);
    await unsigned.points.move("Reward", { ...CARD, PointsValue: 5 });
    expect(unsigned.sent[0]?.headers.has("X-Signature")).toBe(false);
  });

  test("cannot be made without an address or a ClientId", () => {
    expect(() => new PointsClient({ baseUrl: "no address", clientId: "x" })).toThrow(TypeError);
    expect(() => new PointsClient({ baseUrl: "https://a.example", clientId: "" })).toThrow(TypeError);
  });
});

describe("is sent again under the same reference after", () => {
  test.each<[string, Happening]>([
    ["a broken connection", broken],
    ["a time-out", silent],
    ["1902", answer("1902", { status: 503 })],
    ["1901", answer("1901", { status: 500 })],
    ["1701", answer("1701", { status: 429 })],
    ["1902 with HTTP 200, for clients that always get it", answer("1902")],
    ["a gateway's 502", page(502)],
    ["a gateway's 429", page(429)],
    ["an answer that is cut off", () => new Response('{"errorCode":"0"', { status: 502 })],
  ])("%s", async (_, happening) => {
    const { points, sent, settled } = clientTo([
      happening,
      answer("0", { headers: { "Idempotent-Replayed": "true" } }),
    ]);
    expect(await settled(redeem(points))).toMatchObject({ kind: "done", isReplay: true, attempts: 2 });
    expect(sent[1]?.body).toEqual(sent[0]?.body);
  });
});

describe("is not sent again after", () => {
  test.each(["1001", "1201", "1301", "1501", "1412"])("%s", async (code) => {
    const { points, sent, settled } = clientTo([answer(code, { status: 422 })]);
    expect(await settled(redeem(points))).toMatchObject({
      kind: "refused",
      code,
      message: `Text of ${code}`,
      retryAfterSeconds: null,
    });
    expect(sent).toHaveLength(1);
  });

  test.each(["1703", "1704"])("%s, which waits for a person", async (code) => {
    const { points, sent, settled } = clientTo([answer(code, { status: 422 })]);
    expect(await settled(redeem(points))).toMatchObject({
      kind: "waiting",
      code,
      message: `Text of ${code}`,
    });
    expect(sent).toHaveLength(1);
    const quoted = points.ask("Quote", { ...CARD, Operation: "RedeemUser", PointsValue: 50 });
    expect(await settled(quoted)).toMatchObject({ kind: "refused", code });
  });

  test("1312, which says when the lock ends", async () => {
    const { points, sent, settled } = clientTo([
      answer("1312", { status: 423, headers: { "Retry-After": "870" } }),
    ]);
    expect(await settled(redeem(points))).toMatchObject({
      kind: "refused",
      code: "1312",
      retryAfterSeconds: 870,
    });
    expect(sent).toHaveLength(1);
  });

  test("an answer that is none of the service's, whose outcome is unknown", async () => {
    const { points, sent, settled } = clientTo([page(404)]);
    expect(await settled(redeem(points))).toMatchObject({
      kind: "unknown",
      reason: expect.stringContaining("404"),
    });
    expect(sent).toHaveLength(1);
  });
});

describe("between attempts", () => {
  test("Retry-After is waited for, in seconds and as a date", async () => {
    vi.setSystemTime(new Date("2026-11-24T10:00:00Z"));
    const { points, waits, settled } = clientTo([
      answer("1902", { status: 503, headers: { "Retry-After": "3" } }),
      page(503, { "Retry-After": "Tue, 24 Nov 2026 10:00:10 GMT" }),
      answer("0"),
    ]);
    expect(await settled(redeem(points))).toMatchObject({ kind: "done", attempts: 3 });
    expect(waits).toEqual([3_000, 7_000]);
  });

  test("pauses double and differ, where no time is named", async () => {
    vi.spyOn(Math, "random").mockReturnValueOnce(0).mockReturnValueOnce(1);
    const { points, waits, settled } = clientTo([broken, broken, answer("0")]);
    await settled(redeem(points));
    expect(waits).toEqual([250, 1_000]);
  });

  test("attempts end by number, and by time", async () => {
    const byNumber = clientTo([broken], { attemptsMax: 4 });
    expect(await byNumber.settled(redeem(byNumber.points))).toMatchObject({ kind: "unknown", attempts: 4 });
    expect(byNumber.sent).toHaveLength(4);
    const byTime = clientTo([answer("1902", { headers: { "Retry-After": "40" } })], {
      giveUpAfterMs: 60_000,
    });
    expect(await byTime.settled(redeem(byTime.points))).toMatchObject({ kind: "unknown", attempts: 2 });
  });

  test("a movement and its Cancel end together within the bound, also where nothing ever answers", async () => {
    const { points, settled } = clientTo([silent], { attemptsMax: 100 });
    const movement = points.prepare("RedeemUser", { ...CARD, PointsValue: 50 });
    const begun = performance.now();
    expect(await settled(points.send(movement))).toMatchObject({ kind: "unknown" });
    expect(performance.now() - begun).toBeLessThanOrEqual(45_000);
    expect(await settled(points.cancelUnknown(movement))).toMatchObject({ kind: "unknown" });
    expect(performance.now() - begun).toBeLessThanOrEqual(60_000);
  });

  test("the caller can stop waiting, and the outcome is unknown", async () => {
    const controller = new AbortController();
    const { points, sent, settled } = clientTo([
      () => {
        controller.abort();
        return broken({});
      },
    ]);
    expect(await settled(redeem(points, controller.signal))).toMatchObject({ kind: "unknown", attempts: 1 });
    expect(sent).toHaveLength(1);
  });
});

describe("the truth", () => {
  test.each(["1102", "1103", "1104", "1008"])(
    "is not known when %s comes after an attempt without an answer",
    async (code) => {
      const { points, settled } = clientTo([broken, answer(code, { status: 401 })]);
      expect(await settled(redeem(points))).toMatchObject({
        kind: "unknown",
        reason: expect.stringContaining(code),
      });
    },
  );

  test("is known when 1102 comes first, or after the rate alone", async () => {
    const first = clientTo([answer("1102", { status: 401 })]);
    expect(await first.settled(redeem(first.points))).toMatchObject({ kind: "refused", code: "1102" });
    const limited = clientTo([answer("1701", { status: 429 }), answer("1102", { status: 401 })]);
    expect(await limited.settled(redeem(limited.points))).toMatchObject({ kind: "refused", code: "1102" });
  });

  test("is known when a business refusal comes after an attempt without an answer", async () => {
    const { points, settled } = clientTo([broken, answer("1301", { status: 422 })]);
    expect(await settled(redeem(points))).toMatchObject({ kind: "refused", code: "1301", attempts: 2 });
  });
});

describe("a stored movement whose customer has expired", () => {
  const expired: Happening = () =>
    Response.json({
      errorCode: "1002",
      errorMessage: "ContactMsisdn has an invalid value. Call FindWallet again",
    });
  const found =
    (walletCode: string): Happening =>
    () =>
      Response.json({
        errorCode: "0",
        candidates: [
          { walletCode: "7", customer: "cust_other" },
          { walletCode, customer: "cust_new" },
        ],
      });
  const send = async (...happenings: Happening[]) => {
    const { points, sent, settled } = clientTo(happenings);
    const stored = { ...CARD, ContactMsisdn: "cust_old", PointsValue: 50, ExternalLogId: "R-1" };
    const outcome = await settled(points.send(points.prepare("Reward", stored)));
    return { outcome, sent: sent.map(({ body }) => [body.ContactMsisdn, body.ExternalLogId]) };
  };

  test("is sent with a new one under its reference, without asking anybody", async () => {
    const { outcome, sent } = await send(expired, found(CARD.WalletCode), answer("0"));
    expect(outcome.kind).toBe("done");
    expect(sent).toEqual([
      ["cust_old", "R-1"],
      [undefined, undefined],
      ["cust_new", "R-1"],
    ]);
  });

  test("is kept where the customer cannot be looked for, and refused where the card is gone", async () => {
    expect((await send(expired, broken)).outcome.kind).toBe("unknown");
    expect((await send(expired, found("8"))).outcome).toMatchObject({ kind: "refused", code: "1002" });
  });

  test("is refused once where 1002 means another field", async () => {
    const other: Happening = () => Response.json({ errorCode: "1002", errorMessage: "PointsValue" });
    expect((await send(other)).sent).toHaveLength(1);
  });
});

describe("giving a movement up", () => {
  const giveUp = async (happening: Happening) => {
    const { points, sent, settled } = clientTo([happening]);
    const movement = points.prepare("RedeemUser", { ...CARD, PointsValue: 50, ExternalLogId: "R-1" });
    return { outcome: await settled(points.cancelUnknown(movement)), sent };
  };

  test("names it by its reference, under a reference that follows from it", async () => {
    const { sent } = await giveUp(answer("0"));
    expect(sent[0]?.body).toMatchObject({
      ...CARD,
      OriginalExternalLogId: "R-1",
      ExternalLogId: "cancel-R-1",
    });
    expect(sent[0]?.body).not.toHaveProperty("PointsValue");
  });

  test.each([
    ["0", { kind: "cancelled", wasCarriedOut: true }],
    ["1411", { kind: "cancelled", wasCarriedOut: true }],
    ["1401", { kind: "cancelled", wasCarriedOut: false }],
    ["1412", { kind: "refused", code: "1412" }],
    ["1902", { kind: "unknown" }],
  ])("after %s it is %j", async (code, expected) => {
    expect((await giveUp(answer(code, { status: 409 }))).outcome).toMatchObject(expected);
  });

  test("keeps within the longest reference", async () => {
    const { points, sent, settled } = clientTo([answer("0")]);
    const long = "x".repeat(64);
    await settled(
      points.cancelUnknown(points.prepare("Reward", { ...CARD, PointsValue: 1, ExternalLogId: long })),
    );
    expect(sent[0]?.body.ExternalLogId).toBe(long);
  });
});
