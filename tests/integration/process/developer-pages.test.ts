import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type * as client from "@/clients/typescript/src/index";
import { LANGUAGES } from "@/lib/platform/language";
import { PAGES, pagePath, WRITTEN_ADDRESS } from "@/lib/points-api/developer-pages";
import { OPERATIONS } from "@/lib/points-api/operations";
import { createServices } from "@/lib/services";
import { createTemplate } from "@/tests/support/coupons";
import type { TestDatabase } from "@/tests/support/database";
import { isDeep } from "@/tests/support/deep";
import { loadDemoFixture } from "@/tests/support/demo-fixture";
import { type Snippet, snippetsOf } from "@/tests/support/doc-snippets";
import { type LossyProxy, startLossyProxy } from "@/tests/support/lossy-proxy";
import { sharedService } from "@/tests/support/shared-service";
import { createTemporaryFolder } from "@/tests/support/test-server";

// What the developer pages promise, on the built service: every command and program from the page's own text, the Postman
// collection, and the TypeScript client from its package.

const run = promisify(execFile);
const CARD = { WalletCode: "100001", ContactMsisdn: "01110000001", BranchMsisdn: "01000000001" };

let database: TestDatabase;
const server = sharedService({ isDemo: false });
let proxy: LossyProxy;
let folder: string;

beforeAll(async () => {
  database = await server.createDatabase();
  const services = createServices();
  await loadDemoFixture(database.pool, services.ledger);
  await services.ledger.drain();
  // As the demo data has one at the merchant.
  const basket = { offer_number: 7002, discount_type: 2, discount: 50, worth: 50, min_bill: 200 };
  await createTemplate(database.pool, { merchant_id: 1, cost_points: 50, ...basket });
  await server.serve();
  proxy = await startLossyProxy(server.url);
  folder = await createTemporaryFolder();
});
afterAll(async () => {
  await proxy?.stop();
  await server.dropDatabase();
});
beforeEach(() => proxy.decide(() => "delivered"));

const download = async (name: string) =>
  Buffer.from(await (await fetch(`${server.url}/docs/downloads/${name}`)).arrayBuffer());
const fetchPage = async (address: string) => (await fetch(`${server.url}${address}`)).text();

interface Movements {
  entries: number;
  balance: number;
}

/** Entries and balance of the wallet that the programs use. */
async function movements(): Promise<Movements> {
  const { rows } = await database.pool.query<{ entries: string; balance: string }>(
    `SELECT (SELECT count(*) FROM entry e WHERE e.wallet_id = w.id) AS entries, balance FROM wallet w WHERE wallet_code = '100001'`,
  );
  return { entries: Number(rows[0]?.entries), balance: Number(rows[0]?.balance) };
}

describe("the addresses of the developer pages", () => {
  test.each(LANGUAGES)("have every page in %s, readable without signing in", async (language) => {
    for (const page of PAGES) {
      const response = await fetch(`${server.url}${pagePath(language, page)}`);
      expect(response.status, page).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const html = await response.text();
      expect(html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"`);
      expect(html, "the other language keeps the page").toContain(
        `href="${pagePath(language === "ar" ? "en" : "ar", page)}"`,
      );
    }
  });

  test("need nothing but this service, and allow no script or style but its files", async () => {
    const response = await fetch(`${server.url}/docs/en/retries`);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]* src="\/)|<style|\sstyle=|\son\w+=/);
    const files = [...html.matchAll(/(?:src|<link rel="stylesheet" href)="([^"]*)"/g)].map(
      ([, file = ""]) => file,
    );
    expect(files).toEqual(["/docs/docs.css", "/docs/docs.js"]);
    for (const file of files) expect((await fetch(`${server.url}${file}`)).status, file).toBe(200);
  });

  test.each([
    [{}, "/docs/en"],
    [{ "Accept-Language": "ar-EG,ar;q=0.9" }, "/docs/ar"],
    [{ Cookie: "points.language=ar" }, "/docs/ar"],
  ])("begin at /docs in the language of the reader (%j)", async (headers, address) => {
    const response = await fetch(`${server.url}/docs`, { headers, redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([307, address]);
  });

  test("keep the reader's theme from the first byte", async () => {
    const response = await fetch(`${server.url}/docs/en`, { headers: { Cookie: "points.theme=dark" } });
    expect(await response.text()).toContain('<html lang="en" dir="ltr" data-theme="dark">');
  });

  test.each(["/docs/en/no-such-page", "/docs/fr", "/docs/en/..%2f..%2fpackage.json", "/docs/en/__proto__"])(
    "%s is 404, with the pages there are",
    async (address) => {
      const response = await fetch(`${server.url}${address}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('href="/docs/en/first-call"');
    },
  );

  test("have the reference beside them", async () => {
    const html = await fetchPage("/docs/reference");
    expect(html).toContain('data-document="/api/openapi.json"');
    expect(html).toContain('href="/docs/en/retries"');
  });

  test("lead to pages without a language, and to Markdown and the list for programs", async () => {
    const page = await fetch(`${server.url}/docs/retries`, { redirect: "manual" });
    expect([page.status, page.headers.get("location")]).toEqual([307, "/docs/en/retries"]);
    const markdown = await fetch(`${server.url}/docs/en/retries.md`);
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await markdown.text()).toContain(`curl ${server.url}/api/Integration/v1/Cancel`);
    expect(await fetchPage("/docs/llms.txt")).toContain(`${server.url}/docs/ar/going-live.md`);
  });

  test("have the sample programs to download, as the pages show them: calling the address that they came from", async () => {
    const archive = path.join(folder, "samples.tgz");
    await writeFile(archive, await download("points-samples.tgz"));
    await run("tar", ["-xzf", archive, "-C", folder]);
    const names = await readdir("docs/api/programs");
    expect((await readdir(path.join(folder, "points-samples"))).sort()).toEqual(names.sort());
    for (const name of names) {
      const written = await readFile(path.join("docs/api/programs", name), "utf8");
      const sample = await readFile(path.join(folder, "points-samples", name), "utf8");
      expect(sample, name).toBe(written.replaceAll(WRITTEN_ADDRESS, server.url));
    }
  });
});

// Commands --------------------------------------------------------------------------------------------------------------

/** Whether the command calls only operations that this service has. */
function isServed({ text }: Snippet): boolean {
  return [...text.matchAll(/\/v1\/([A-Z]\w+)/g)].every(([, name = ""]) => name in OPERATIONS);
}

interface Command {
  text: string;
  /** The example answer that follows it on the page. */
  answer: string | undefined;
}

function commandsOf(snippets: readonly Snippet[]): Command[] {
  return snippets.flatMap((snippet, index) => {
    // The loop in curl is run with those of the other languages.
    if (snippet.language !== "sh" || snippet.text.includes("call()")) return [];
    const next = snippets[index + 1];
    return [{ text: snippet.text, answer: next?.language === "json" ? next.text : undefined }];
  });
}

/** Every key of the example, with values of the same kinds: ids and times differ. */
function shapeOf(example: unknown, answer: unknown): unknown {
  if (typeof example !== "object" || example === null || Array.isArray(example)) return typeOf(answer);
  const fields = typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : {};
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => [key, shapeOf(value, fields[key])]),
  );
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

describe("every command of the pages works when it is pasted", () => {
  test.each(PAGES)("on %s", async (page) => {
    const commands = commandsOf(snippetsOf(await fetchPage(pagePath("en", page))));
    const served = commands.filter((command) => isServed({ language: "sh", text: command.text }));
    if (served.length < commands.length)
      console.log(`${page}: ${commands.length - served.length} commands call operations that are not there`);
    if (served.length === 0) return;
    const place = path.join(folder, `commands-${page}`);
    await mkdir(place);
    // One shell for the whole page, as a reader has; each block keeps what it printed and how it ended.
    const script = served.map(
      ({ text }, index) => `{ ${text}\n} > ${index}.out 2> ${index}.err; echo $? > ${index}.code`,
    );
    await run("bash", ["-c", script.join("\n")], { cwd: place });
    for (const [index, { text, answer }] of served.entries()) {
      const read = (ending: string) => readFile(path.join(place, `${index}.${ending}`), "utf8");
      const printed = await read("out");
      expect(await read("code"), `${text}\n${printed}${await read("err")}`).toBe("0\n");
      if (answer === undefined) continue;
      const example = JSON.parse(answer) as Record<string, unknown>;
      const given = JSON.parse(printed) as Record<string, unknown>;
      expect(shapeOf(example, given), text).toEqual(shapeOf(example, example));
      expect([given.errorCode, given.errorMessage]).toEqual([example.errorCode, example.errorMessage]);
    }
  });
});

// Programs --------------------------------------------------------------------------------------------------------------

/** How a program of a page is started, and what says whether it can be here. */
const RUNTIMES: Readonly<Record<string, { file: string; command: string; check: readonly string[] }>> = {
  sh: { file: "main.sh", command: "bash", check: ["curl", "--version"] },
  php: { file: "main.php", command: "php", check: ["php", "--version"] },
  java: { file: "Main.java", command: "java", check: ["javac", "--version"] },
  python: { file: "main.py", command: "python3", check: ["python3", "--version"] },
  javascript: { file: "main.mjs", command: process.execPath, check: [process.execPath, "--version"] },
  csharp: { file: "main.cs", command: "dotnet", check: ["dotnet", "--version"] },
};
/** What every machine that runs these tests has. */
const EXPECTED = ["sh", "python", "javascript"];

async function runtimesHere(): Promise<string[]> {
  const present: string[] = [];
  for (const [language, { check }] of Object.entries(RUNTIMES)) {
    const [program = "", ...args] = check;
    const isHere = await run(program, args).then(
      ({ stdout }) => language !== "csharp" || Number.parseInt(stdout, 10) >= 10,
      () => false,
    );
    if (isHere) present.push(language);
  }
  return present;
}

/** Runs a program of a page from the page's own text; returns what it printed. */
async function runProgram({ language, text }: Snippet, name: string): Promise<string> {
  const runtime = RUNTIMES[language];
  if (runtime === undefined) throw new Error(`There is no way to run ${language}`);
  const place = path.join(folder, `${name}-${language}`);
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, runtime.file), text);
  const args = language === "csharp" ? ["run", runtime.file] : [runtime.file];
  const { stdout } = await run(runtime.command, args, { cwd: place, timeout: 100_000 });
  return stdout.trim();
}

/** Compiled anew for each run of a program: outside of deep runs they make the first call alone. */
const COMPILED = ["java", "csharp"];

async function programsOf(
  address: string,
  mark: string,
  { withCompiled = isDeep }: { withCompiled?: boolean } = {},
): Promise<Snippet[]> {
  const programs = snippetsOf(await fetchPage(address)).filter(
    ({ language, text }) => language in RUNTIMES && text.includes(mark),
  );
  expect(new Set(programs.map(({ language }) => language)).size, address).toBeGreaterThanOrEqual(5);
  const present = await runtimesHere();
  for (const language of EXPECTED) expect(present).toContain(language);
  const absent = programs.filter(({ language }) => !present.includes(language));
  if (absent.length > 0)
    console.log(
      `Not run, because their runtime is not here: ${absent.map(({ language }) => language).join(", ")}`,
    );
  return programs.filter(
    ({ language }) => present.includes(language) && (withCompiled || !COMPILED.includes(language)),
  );
}

const through = (program: Snippet, address: string): Snippet => ({
  ...program,
  text: program.text.replaceAll(server.url, address),
});

/** Whether a program's last words say that it is done, with the balance; curl prints the answer itself. */
function balanceIn(printed: string): number {
  const [, balance] = /(?:^done |"totalPoints":)(\d+)/m.exec(printed) ?? [];
  return Number(balance);
}

describe("the programs of the pages", () => {
  test("make the first call in each language", async () => {
    for (const program of await programsOf("/docs/en/first-call", "pis_test_demo", { withCompiled: true })) {
      if (program.language === "sh") continue;
      const before = await movements();
      const printed = await runProgram(through(program, server.url), "reward");
      expect(printed, program.language).toContain("Success");
      expect(await movements()).toEqual({ entries: before.entries + 1, balance: before.balance + 150 });
    }
  });

  test("move points once when an answer is lost after they have moved", async () => {
    for (const program of await programsOf("/docs/en/retries", "PointsValue")) {
      const before = await movements();
      proxy.decide((_, earlier) => (earlier === 0 ? "lost" : "delivered"));
      const printed = await runProgram(through(program, proxy.url), "lost");
      expect(balanceIn(printed), `${program.language}: ${printed}`).toBe(before.balance - 50);
      expect(await movements()).toEqual({ entries: before.entries + 1, balance: before.balance - 50 });
      expect(proxy.seen.map(({ operation }) => operation)).toEqual(["RedeemUser", "RedeemUser"]);
      const [first, second] = proxy.seen;
      expect(second?.fields, "the same request").toEqual(first?.fields);
    }
  });

  test("never repeat a refusal, and say it", async () => {
    for (const program of await programsOf("/docs/en/retries", "PointsValue")) {
      const text = program.text.replaceAll("100001", "100004").replaceAll("01110000001", "01110000004");
      proxy.decide(() => "delivered");
      const printed = await runProgram(through({ ...program, text }, proxy.url), "refused");
      expect(printed, program.language).toContain("1203");
      expect(proxy.seen.map(({ operation }) => operation)).toEqual(["RedeemUser"]);
    }
  });

  test("cancel by reference what they give up, so that no points are used", async () => {
    const programs = await programsOf("/docs/en/retries", "PointsValue");
    const before = await movements();
    proxy.decide(({ operation }) => (operation === "RedeemUser" ? "replaced by 503" : "delivered"));
    const printed = await Promise.all(
      programs.map((program) => runProgram(through(program, proxy.url), "given-up")),
    );
    for (const [index, words] of printed.entries())
      expect(words, programs[index]?.language).toMatch(
        /cancelled: no points are used|"cancelledLogTypeId":1/,
      );
    const after = await movements();
    // Each was carried out once and undone once.
    expect(after).toEqual({ entries: before.entries + 2 * programs.length, balance: before.balance });
    const repeated = proxy.seen.filter(({ operation }) => operation === "RedeemUser");
    expect(repeated).toHaveLength(6 * programs.length);
    expect(new Set(repeated.map(({ fields }) => fields.ExternalLogId)).size).toBe(programs.length);
  });

  test("read the deals again when an answer is lost, and keep a list that has not changed", async () => {
    const programs = snippetsOf(await fetchPage("/docs/en/deals")).filter(({ text }) =>
      text.includes("kept"),
    );
    expect(programs.map(({ language }) => language)).toEqual(["python", "javascript"]);
    for (const fate of ["lost", "replaced by 503", "replaced by a page"] as const)
      for (const program of programs) {
        proxy.decide((_, earlier) => (earlier === 0 ? fate : "delivered"));
        expect(await runProgram(through(program, proxy.url), "deals"), fate).toMatch(/^deals \d+ unchanged$/);
        expect(proxy.seen).toHaveLength(3);
      }
  });

  test("sign a request as the page says, and as the service checks it", async () => {
    const signature = /X-Signature: ([\da-f]{64})/.exec(await fetchPage("/docs/en/signing"))?.[1];
    for (const program of await programsOf("/docs/en/signing", "pss_MDEy"))
      expect(await runProgram(program, "signed"), program.language).toBe(signature);
  });

  test("verify a webhook's signature, and refuse a changed body", async () => {
    for (const program of await programsOf("/docs/en/webhooks", "whsec_")) {
      expect(await runProgram(program, "valid"), program.language).toBe("valid");
      const changed = { ...program, text: program.text.replaceAll("points.rewarded", "points.redeemed") };
      expect(await runProgram(changed, "changed"), program.language).toBe("invalid");
    }
  });

  test("answer false, and throw nothing, for headers of a webhook that are missing or malformed", async () => {
    const headers = ["evt_p4178", "1795258955", "v1,SUhrglhlSxWUyO8MnG1IDhuOC9Szrxt8gk0z4KY3kqA="];
    for (const program of await programsOf("/docs/en/webhooks", "whsec_")) {
      const nothing = { python: "None", javascript: "undefined" }[program.language] ?? "null";
      const quote = ["java", "csharp"].includes(program.language) ? '"' : "[\"']";
      for (const [place, header] of headers.entries()) {
        const literal = new RegExp(`${quote}${header.replaceAll(/[+=]/g, "\\$&")}${quote}`);
        for (const value of [nothing, '""', '"é v1 , ="', '"99999999999999999999"']) {
          const bad = { ...program, text: program.text.replace(literal, value) };
          expect(bad.text).not.toBe(program.text);
          const printed = await runProgram(bad, "malformed");
          expect(printed, `${program.language}: header ${place} is ${value}`).toBe("invalid");
        }
      }
    }
  });
});

test("the webhook that the page shows is signed as the service signs", async () => {
  const [shown] = snippetsOf(await fetchPage("/docs/en/webhooks")).filter(
    ({ language }) => language === "python",
  );
  const [secret = ""] = /whsec_[\w=+/]+/.exec(shown?.text ?? "") ?? [];
  const body = '{"id":"evt_p4178","type":"points.rewarded"}';
  const signature = new Webhook(secret).sign("evt_p4178", new Date(1_795_258_955_000), body);
  expect(shown?.text).toContain(signature);
});

// Postman ---------------------------------------------------------------------------------------------------------------

interface PostmanItem {
  name: string;
  item?: PostmanItem[];
  event?: { listen: string; script: { exec: string[] } }[];
  request?: {
    method: string;
    header: { key: string; value: string }[];
    url: { raw: string };
    body?: { raw: string };
  };
}

interface PostmanCollection {
  variable: { key: string; value: string }[];
  item: PostmanItem[];
}

/** Runs a collection as Postman would: its variables, its scripts, one request after the other. */
async function runCollection({
  variable,
  item,
}: PostmanCollection): Promise<{ name: string; failures: string[] }[]> {
  const variables = new Map(variable.map(({ key, value }) => [key, value]));
  const fill = (text: string) =>
    text.replace(/\{\{([$\w]+)\}\}/g, (written, name: string) => {
      if (name === "$guid") return crypto.randomUUID();
      if (name === "$isoTimestamp") return new Date().toISOString();
      return variables.get(name) ?? written;
    });
  const results: { name: string; failures: string[] }[] = [];
  const requests = item.flatMap((one) => one.item ?? [one]);
  for (const { name, event = [], request } of requests) {
    if (request === undefined) throw new Error(`${name} has no request`);
    const failures: string[] = [];
    const play = (listen: string, response: unknown) => {
      const scripts = event.filter((one) => one.listen === listen).flatMap(({ script }) => script.exec);
      const pm = {
        collectionVariables: { set: (key: string, value: unknown) => variables.set(key, String(value)) },
        response,
        test: (what: string, check: () => void) => {
          try {
            check();
          } catch (error) {
            failures.push(`${what}: ${String(error)}`);
          }
        },
        expect: (given: unknown) => ({ to: { eql: (wanted: unknown) => expect(given).toEqual(wanted) } }),
      };
      runInNewContext(scripts.join("\n"), { pm, Date, String });
    };
    play("prerequest", undefined);
    const response = await fetch(fill(request.url.raw), {
      method: request.method,
      headers: request.header.map(({ key, value }): [string, string] => [key, fill(value)]),
      ...(request.body === undefined ? {} : { body: fill(request.body.raw) }),
    });
    const text = await response.text();
    play("test", { code: response.status, json: () => JSON.parse(text) });
    results.push({ name, failures: failures.map((failure) => `${failure}\n${text}`) });
  }
  return results;
}

describe("the Postman collection", () => {
  test("calls the service that served it, and each of its requests works, again and again", async () => {
    const response = await fetch(`${server.url}/api/postman.json`);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const collection = (await response.json()) as PostmanCollection;
    expect(collection.variable).toContainEqual({ key: "baseUrl", value: server.url });
    for (const round of [1, 2]) {
      const results = await runCollection(collection);
      expect(results.length, String(round)).toBeGreaterThan(Object.keys(OPERATIONS).length);
      expect(results.filter(({ failures }) => failures.length > 0)).toEqual([]);
    }
  });
});

// The TypeScript client ---------------------------------------------------------------------------------------------------

describe("the TypeScript client, as readers download it", () => {
  let till: string;
  let PointsClient: typeof client.PointsClient;
  let files: string[];

  beforeAll(async () => {
    till = path.join(folder, "till");
    const installed = path.join(till, "node_modules", "points-service-client");
    await mkdir(installed, { recursive: true });
    const archive = path.join(folder, "client.tgz");
    await writeFile(archive, await download("points-service-client.tgz"));
    await run("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"]);
    files = (await readdir(installed, { recursive: true })).filter((name) => name !== "dist");
    const entry = pathToFileURL(path.join(installed, "dist", "index.js")).href;
    ({ PointsClient } = (await import(/* @vite-ignore */ entry)) as typeof client);
  });

  const clientOf = (options: Partial<client.PointsClientOptions> = {}) =>
    new PointsClient({ baseUrl: proxy.url, clientId: "pis_test_demo", ...options });

  test("brings its compiled files and nothing else, and depends on nothing", async () => {
    const manifest = JSON.parse(await readFile("clients/typescript/package.json", "utf8"));
    expect(manifest.dependencies).toBeUndefined();
    expect(files.filter((file) => !/^dist\/\w+\.(?:js|d\.ts)$/.test(file)).sort()).toEqual([
      "README.md",
      "package.json",
    ]);
  });

  test("moves points once when the answer is lost after they have moved", async () => {
    const before = await movements();
    proxy.decide((_, earlier) => (earlier < 2 ? "lost" : "delivered"));
    const retries: string[] = [];
    const outcome = await clientOf({ onRetry: ({ operation }) => retries.push(operation) }).move(
      "RedeemUser",
      {
        ...CARD,
        PointsValue: 50,
      },
    );
    expect(outcome).toMatchObject({ kind: "done", isReplay: true, attempts: 3 });
    if (outcome.kind !== "done") return;
    expect(outcome.answer.wallet?.totalPoints).toBe(before.balance - 50);
    expect(await movements()).toEqual({ entries: before.entries + 1, balance: before.balance - 50 });
    expect(new Set(proxy.seen.map(({ fields }) => fields.ExternalLogId)).size).toBe(1);
    expect(retries).toEqual(["RedeemUser", "RedeemUser"]);
  });

  test("goes on after a crash with what was stored, and points move once", async () => {
    const before = await movements();
    proxy.decide(() => "lost");
    const stored = JSON.stringify(clientOf().prepare("Reward", { ...CARD, PointsValue: 70 }));
    const unknown = await clientOf({ attemptsMax: 1 }).send(JSON.parse(stored));
    expect(unknown).toMatchObject({ kind: "unknown", attempts: 1 });
    proxy.decide(() => "delivered");
    expect(await clientOf().send(JSON.parse(stored))).toMatchObject({ kind: "done", isReplay: true });
    expect(await movements()).toEqual({ entries: before.entries + 1, balance: before.balance + 70 });
  });

  test("returns a refusal with its code, and never repeats it", async () => {
    const outcome = await clientOf({ language: "ar" }).move("RedeemUser", {
      WalletCode: "100004",
      ContactMsisdn: "01110000004",
      BranchMsisdn: CARD.BranchMsisdn,
      PointsValue: 50,
    });
    expect(outcome).toMatchObject({
      kind: "refused",
      code: "1203",
      message: "المحفظة موقوفة مؤقتًا",
      attempts: 1,
    });
    expect(proxy.seen).toHaveLength(1);
  });

  test("waits for Retry-After when the service is away, and then goes through", async () => {
    const before = await movements();
    proxy.decide((_, earlier) => (earlier === 0 ? "replaced by 503" : "delivered"));
    const waits: number[] = [];
    const outcome = await clientOf({ onRetry: ({ waitMs }) => waits.push(waitMs) }).move("Reward", {
      ...CARD,
      PointsValue: 10,
    });
    expect(outcome).toMatchObject({ kind: "done", isReplay: true, attempts: 2 });
    expect(waits).toEqual([1_000]);
    expect((await movements()).entries).toBe(before.entries + 1);
  });

  test("undoes what it gives up when it was carried out, and closes it when it never arrived", async () => {
    const before = await movements();
    const points = clientOf({ attemptsMax: 1 });
    proxy.decide(({ operation }) => (operation === "RedeemUser" ? "lost" : "delivered"));
    const lost = points.prepare("RedeemUser", { ...CARD, PointsValue: 50 });
    expect(await points.send(lost)).toMatchObject({ kind: "unknown" });
    expect(await points.cancelUnknown(lost)).toMatchObject({ kind: "cancelled", wasCarriedOut: true });
    expect(await points.cancelUnknown(lost), "a second time").toMatchObject({
      kind: "cancelled",
      wasCarriedOut: true,
    });
    expect(await movements()).toEqual({ entries: before.entries + 2, balance: before.balance });

    const never = points.prepare("RedeemUser", { ...CARD, PointsValue: 50 });
    expect(await points.cancelUnknown(never)).toMatchObject({ kind: "cancelled", wasCarriedOut: false });
    proxy.decide(() => "delivered");
    expect(await points.send(never), "should it still arrive").toMatchObject({
      kind: "refused",
      code: "1416",
    });
    expect((await movements()).balance).toBe(before.balance);
  });

  test("does not transfer a list of deals again that has not changed", async () => {
    const points = clientOf();
    const first = await points.deals();
    const second = await points.deals();
    expect([first.kind, first.isUnchanged, second.kind, second.isUnchanged]).toEqual([
      "done",
      false,
      "done",
      true,
    ]);
    if (first.kind === "done" && second.kind === "done") expect(second.answer).toEqual(first.answer);
    expect(await clientOf({ clientId: "pis_test_revoked" }).deals()).toMatchObject({
      kind: "refused",
      code: "1102",
    });
  });

  test("runs as the page shows it, its types included", async () => {
    const [shown] = snippetsOf(await fetchPage("/docs/en/clients")).filter(
      ({ language }) => language === "typescript",
    );
    const before = await movements();
    await writeFile(path.join(till, "package.json"), '{"type":"module"}');
    await writeFile(path.join(till, "till.ts"), (shown?.text ?? "").replaceAll(server.url, proxy.url));
    const compiler = path.resolve("node_modules/typescript/bin/tsc");
    const options = [
      "--strict",
      "--exactOptionalPropertyTypes",
      "--module",
      "nodenext",
      "--target",
      "es2022",
    ];
    await run(process.execPath, [compiler, ...options, "--lib", "es2022,dom", "till.ts"], {
      cwd: till,
    });
    const { stdout } = await run(process.execPath, ["till.js"], { cwd: till });
    expect(stdout.trim()).toBe(`balance ${before.balance - 50}`);
    expect(await movements()).toEqual({ entries: before.entries + 1, balance: before.balance - 50 });
  });
});
