import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { isConnected, noteAnswer } from "@/components/kit/connection";
import type { PortalError } from "@/components/kit/error";
import { type PortalFetchOptions, portalFetch } from "@/components/kit/fetch";
import { putPresenceBack } from "@/components/kit/presence";
import { newerRelease, setPagePerson } from "@/lib/portal/page-own";

const JSON_TYPE = { "content-type": "application/json" };
const refusal = (code: string) =>
  JSON.stringify({ error: { code, message: { en: code, ar: code }, requestId: "r-1" } });
const schema = z.object({ points: z.number() });

/** What asking for points comes to when this is answered. */
async function answeredWith(body: string, init: ResponseInit) {
  vi.stubGlobal("fetch", async () => new Response(body, init));
  return portalFetch(schema, "points").catch((error: PortalError) => error.code);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  noteAnswer();
});
afterEach(() => {
  noteAnswer();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the service counts as reached", () => {
  test.each([
    { what: "an answer", body: '{"points":5}', init: { headers: JSON_TYPE }, comesTo: { points: 5 } },
    { what: "a refusal", body: refusal("1301"), init: { status: 422, headers: JSON_TYPE }, comesTo: "1301" },
  ])("by $what", async ({ body, init, comesTo }) => {
    expect(await answeredWith(body, init)).toEqual(comesTo);
    expect(isConnected()).toBe(true);
  });
});

describe("there is no connection", () => {
  const html = { "content-type": "text/html" };
  test.each([
    { what: "a proxy's 502", body: "<h1>Bad gateway</h1>", init: { status: 502, headers: html } },
    { what: "a maintenance page of 200", body: "<p>Back soon</p>", init: { headers: html } },
    {
      what: "another service's 404",
      body: '{"message":"no route"}',
      init: { status: 404, headers: JSON_TYPE },
    },
    {
      what: "JSON under another type",
      body: '{"points":5}',
      init: { headers: { "content-type": "text/plain" } },
    },
    { what: "an answer that broke off", body: '{"poi', init: { headers: JSON_TYPE } },
  ])("by $what, and nothing is known of what was done", async ({ body, init }) => {
    expect(await answeredWith(body, init)).toBe("unreadable");
    expect(isConnected()).toBe(false);
  });

  test("by a silence that lasts beyond the limit, but not by a caller who wants the answer no more", async () => {
    vi.useRealTimers();
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    const asked = (options: PortalFetchOptions) =>
      portalFetch(schema, "points", options).catch((error: PortalError) => error.code);
    const caller = new AbortController();
    const unwanted = asked({ signal: caller.signal, limitMs: 60_000 });
    caller.abort();
    expect(await unwanted).toBe("offline");
    expect(isConnected()).toBe(true);
    expect(await asked({ limitMs: 5 })).toBe("offline");
    expect(isConnected()).toBe(false);
  });

  test("by the service's own word that it cannot work, which stays its word", async () => {
    expect(await answeredWith(refusal("1902"), { status: 503, headers: JSON_TYPE })).toBe("1902");
    expect(isConnected()).toBe(false);
  });

  test("until the service itself says that it is ready: what a proxy answers meanwhile does not end it", async () => {
    await answeredWith("", { status: 502 });
    vi.stubGlobal("fetch", async () => new Response("<p>Back soon</p>", { headers: html }));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(isConnected()).toBe(false);
    vi.stubGlobal("fetch", async () => Response.json({ status: "ready" }));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(isConnected()).toBe(true);
  });
});

describe("every request says whose page it is of, and whether a person is there", () => {
  /** Sends one and gives its headers. */
  async function sentBy(options: PortalFetchOptions = {}, answered: Record<string, string> = {}) {
    const fetched = vi.fn(
      async (_: string, _init: RequestInit) =>
        new Response('{"points":5}', { headers: { ...JSON_TYPE, ...answered } }),
    );
    vi.stubGlobal("fetch", fetched);
    await portalFetch(schema, "points", options);
    return new Headers(fetched.mock.calls[0]?.[1].headers);
  }

  test("and an answer to another person loads their page", async () => {
    const reload = vi.fn();
    vi.stubGlobal("window", { location: { reload } });
    setPagePerson(7);
    expect((await sentBy({}, { "x-portal-user": "7" })).get("x-portal-user")).toBe("7");
    expect(reload).not.toHaveBeenCalled();
    await sentBy({}, { "x-portal-user": "8" });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test("and only the first one after a key or a press counts as use of the session", async () => {
    putPresenceBack();
    expect((await sentBy()).get("x-portal-present")).toBe("1");
    expect((await sentBy()).get("x-portal-present")).toBe("0");
  });

  test("which an unanswered one does not use up", async () => {
    putPresenceBack();
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    await expect(portalFetch(schema, "points")).rejects.toMatchObject({ code: "offline" });
    expect((await sentBy()).get("x-portal-present")).toBe("1");
  });
});

test("a change whose answer could not be read is not sent at all", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  const missing = () => Promise.reject(new Error("A chunk of the release before is gone"));
  await expect(portalFetch(missing, "points", { method: "POST", body: {} })).rejects.toMatchObject({
    code: "not_sent",
    isOutcomeUnknown: false,
  });
  expect(fetched).not.toHaveBeenCalled();
});

test("an answer of a newer release that the page cannot read says that the page is old", async () => {
  vi.stubGlobal("document", { documentElement: { dataset: { release: "one" } } });
  const answered = (release: string) => ({
    headers: { ...JSON_TYPE, "x-request-id": "r-1", "x-portal-release": release },
  });
  expect(await answeredWith('{"points":"?"}', answered("one"))).toBe("unreadable");
  expect(newerRelease()).toBeUndefined();
  expect(await answeredWith('{"points":"?"}', answered("two"))).toBe("outdated");
  expect(newerRelease()).toBe("two");
});

test("one failing part of the service is no lost connection, and a service that cannot work is one", async () => {
  const ready = { status: "ready" };
  const failing = (readiness: object) =>
    vi.stubGlobal("fetch", async (address: string) =>
      address === "/readyz"
        ? Response.json(readiness)
        : new Response(refusal("1901"), { status: 500, headers: { ...JSON_TYPE, "x-request-id": "r-1" } }),
    );
  failing(ready);
  await expect(portalFetch(schema, "points")).rejects.toMatchObject({ code: "1901" });
  await vi.advanceTimersByTimeAsync(10);
  expect(isConnected()).toBe(true);
  failing({ status: "starting" });
  await expect(portalFetch(schema, "points")).rejects.toMatchObject({ code: "1901" });
  await vi.advanceTimersByTimeAsync(10);
  expect(isConnected()).toBe(false);
});
