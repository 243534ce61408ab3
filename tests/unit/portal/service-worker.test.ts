import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";

const OWN = { "content-type": "text/html; charset=utf-8", "x-portal-page": "1" };
const TILL_PAGE = '<script src="/_next/static/till.js"></script>';
const SHELL = {
  SHELL_FILES: ["/offline.html", "/_next/static/till.js"],
  SHELL_FIRST_FILES: ["/_next/static/till.js"],
  SHELL_RELEASE: "one",
};

const page =
  (text: string, init: ResponseInit = { headers: OWN }) =>
  () =>
    Promise.resolve(new Response(text, init));
const silence = () => new Promise<Response>(() => undefined);

/** The worker with a network that answers so. */
function startWorker(network: (path: string) => Promise<Response>) {
  const listeners = new Map<string, (event: object) => void>();
  const cache = new Map<string, Response>();
  const pathOf = (request: { url: string } | string) =>
    typeof request === "string" ? request : new URL(request.url).pathname;
  const caches = {
    open: async () => ({ put: async (path: string, answer: Response) => void cache.set(path, answer) }),
    keys: async () => [],
    delete: async () => cache.delete("/till"),
    match: async (request: { url: string } | string) => cache.get(pathOf(request))?.clone(),
  };
  const self = {
    ...SHELL,
    location: { origin: "https://points.example" },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: async () => undefined,
  };
  runInNewContext(readFileSync("public/sw.js", "utf8"), {
    ...{ self, caches, Response, URL, Date, TypeError, clearTimeout },
    fetch: (request: { url: string } | string) => network(pathOf(request)),
    setTimeout: (act: () => void) => setTimeout(act, 50),
  });
  const tell = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(name)?.({ ...event, waitUntil: (waited: Promise<unknown>) => (work = waited) });
    await work;
  };
  return {
    cache,
    install: () => tell("install", {}),
    keepTill: () => tell("message", { data: "keep-till" }),
    open: async (path: string, init: { mode?: string; headers?: Record<string, string> } = {}) => {
      let answer: Promise<Response> | undefined;
      const request = {
        ...{ method: "GET", mode: init.mode ?? "navigate", url: `https://points.example${path}` },
        headers: new Headers(init.headers),
      };
      listeners.get("fetch")?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
      const given = await answer;
      return given?.type === "error" ? "error" : given?.text();
    },
  };
}

/** A worker that has kept the till and the page that says that there is no connection. */
function withKept(network: (path: string) => Promise<Response>) {
  const worker = startWorker(network);
  worker.cache.set("/till", new Response("the kept till"));
  worker.cache.set("/offline.html", new Response("no connection"));
  return worker;
}

describe("a network that accepts and does not answer", () => {
  test("opens the kept till, and the page that says so in place of any other", async () => {
    const worker = withKept(silence);
    expect(await worker.open("/till")).toBe("the kept till");
    expect(await worker.open("/today")).toBe("no connection");
  });

  test("ends a link to the till, so that the browser opens the whole page", async () => {
    const worker = withKept(silence);
    expect(await worker.open("/till", { mode: "cors", headers: { rsc: "1" } })).toBe("error");
  });
});

describe("an answer that is not the portal's", () => {
  test.each([
    ["a maintenance page of 200", page("Back soon", { headers: { "content-type": "text/html" } })],
    ["another's 404", page("Not here", { status: 404 })],
    ["an error of the service's own", page("Sorry", { status: 503, headers: OWN })],
  ])("is no connection: %s", async (_, network) => {
    expect(await withKept(network).open("/till")).toBe("the kept till");
  });

  test("is shown where no till is kept", async () => {
    const worker = startWorker(page("Back soon", { headers: {} }));
    expect(await worker.open("/till")).toBe("Back soon");
  });
});

test("the portal's own page is opened as it comes", async () => {
  expect(await withKept(page("the till of today")).open("/till")).toBe("the till of today");
});

test("only the till of this release is kept", async () => {
  for (const [network, isKept] of [
    [page(TILL_PAGE), true],
    [page(TILL_PAGE, { headers: { "content-type": "text/html" } }), false],
    [page("<p>the till of another release</p>"), false],
  ] as const) {
    const worker = startWorker(network);
    await worker.keepTill();
    expect(worker.cache.has("/till")).toBe(isKept);
  }
});

test("a page that is answered in place of a script ends the installation", async () => {
  await expect(
    startWorker(page("Back soon", { headers: { "content-type": "text/html" } })).install(),
  ).rejects.toThrow("answered by another");
});

describe("the sign-in page", () => {
  test.each([
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a maintenance page", page("Back soon", { headers: { "content-type": "text/html" } })],
    ["an error of the service's own", page("Sorry", { status: 503, headers: OWN })],
  ])("keeps the kept till where it has %s", async (_, network) => {
    const worker = withKept(network);
    await worker.open("/sign-in");
    expect(worker.cache.has("/till")).toBe(true);
  });

  test("of the service takes the kept till of the person before away", async () => {
    const worker = withKept(page("Sign in"));
    await worker.open("/sign-in");
    expect(worker.cache.has("/till")).toBe(false);
  });
});
