import { createHmac } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { REQUIREMENTS } from "@/lib/areas/certification/requirements";
import { CERTIFICATE_MONTHS } from "@/lib/areas/certification/words";
import {
  checkSignature,
  SIGNATURE_WINDOW_SECONDS,
  signatureOf,
  textToSign,
} from "@/lib/areas/clients/signature";
import { SCENARIO_WALLETS, scenarioWalletCode } from "@/lib/areas/sandbox/scenarios";
import { CLIENTS } from "@/lib/demo/catalogue/people";
import { CLIENT_PURPOSES, WALLET_PURPOSES } from "@/lib/demo/catalogue/purposes";
import { FIXED_BALANCES } from "@/lib/demo/fixed-balances";
import { drawWallets } from "@/lib/demo/wallets";
import { answerPage, answerPageList } from "@/lib/docs/answers";
import { readErrorNotes } from "@/lib/docs/error-sections";
import { findPage, readSearchIndex, type SearchIndex } from "@/lib/docs/library";
import { renderPage } from "@/lib/docs/markdown";
import { readSource } from "@/lib/docs/source";
import { referenceTags } from "@/lib/docs/tables";
import { ERROR_CODES } from "@/lib/ledger/rules/errors";
import { LANGUAGES, type Language } from "@/lib/platform/language";
import { escapeHtml } from "@/lib/platform/writing/html";
import {
  markdownPath,
  PAGES,
  type PageName,
  pagePath,
  REFERENCE_PATH,
  WRITTEN_ADDRESS,
} from "@/lib/points-api/developer-pages";
import { ERRORS } from "@/lib/points-api/errors";
import { OPERATIONS } from "@/lib/points-api/operations";
import { find, prepare } from "@/public/docs/search.js";
import { snippetsOf } from "@/tests/support/doc-snippets";

/** Files that the build (scripts/downloads.mjs) and the service (lib/docs/samples.ts) pack. */
const DOWNLOADS = ["/docs/downloads/points-service-client.tgz", "/docs/downloads/points-samples.tgz"];

const bothOf = async (page: PageName) => ({
  en: await findPage("en", page),
  ar: await findPage("ar", page),
});

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a (?:class="anchor" )?href="([^"]*)"/g)].map(([, href = ""]) => href);
}

describe("the page about signing", () => {
  test.each(LANGUAGES)("in %s has the figures that the service comes to", async (language) => {
    const source = await readSource(language, "signing");
    const body = /```json\n(\{.*\})\n```/.exec(source)?.[1] ?? "";
    const secret = /pss_\w+/.exec(source)?.[0] ?? "";
    const [, timestamp = "", signature] = /X-Timestamp: (\S+)\nX-Signature: (\S+)/.exec(source) ?? [];
    const request = { method: "POST", target: "/api/Integration/v1/Reward", body: Buffer.from(body) };
    expect(source).toContain(`\n${textToSign(timestamp, request)}\n`);
    expect(signatureOf(secret, timestamp, request).toString("hex")).toBe(signature);
    const sent = { timestamp, signature: signature ?? "" };
    expect(checkSignature(sent, request, ["pss_other", secret])).toMatchObject({
      until: new Date(1_795_259_255_250),
    });
    expect(checkSignature(sent, request, ["pss_other"])).toBeNull();
    expect(source).toContain(` ${SIGNATURE_WINDOW_SECONDS} `);
  });
});

test.each(LANGUAGES)("the printed webhook in %s has the signature of its own body", async (language) => {
  const source = await readSource(language, "webhooks");
  const [, header = "", body = ""] = /```http\n([^`]*?)\n\n([^`]*?)\n```/.exec(source) ?? [];
  const sentAs = (name: string) => new RegExp(`${name}: (\\S+)`).exec(header)?.[1];
  const secret = /whsec_([\w=]+)/.exec(readFileSync("docs/api/programs/verify.py", "utf8"))?.[1] ?? "";
  const signed = `${sentAs("webhook-id")}.${sentAs("webhook-timestamp")}.${body}`;
  const signature = createHmac("sha256", Buffer.from(secret, "base64")).update(signed).digest("base64");
  expect(sentAs("webhook-signature")).toBe(`v1,${signature}`);
});

test.each(LANGUAGES)(
  "each sale of a command in %s has a reference and an invoice number",
  async (language) => {
    const without: string[] = [];
    for (const page of PAGES) {
      const source = await readSource(language, page);
      for (const [command] of source.matchAll(/curl [^\n]*\/(?:Reward|RedeemUser)\b\/?[^`]*/gi))
        if (!/"ExternalLogId"/.test(command) || !/"InvoiceNumber"/.test(command))
          without.push(`${page}: ${command}`);
    }
    expect(without).toEqual([]);
  },
);

describe("the developer pages", () => {
  test.each(LANGUAGES)("in %s are the files that there are", (language) => {
    const files = readdirSync(`docs/api/${language}`).sort();
    expect(files).toEqual(PAGES.map((page) => `${page}.md`).sort());
  });

  test.each(PAGES)("%s has the same sections and the same code in both languages", async (page) => {
    const { en, ar } = await bothOf(page);
    const outline = ({ headings }: typeof en) => headings.map(({ id, level }) => `${level} ${id}`);
    expect(outline(ar)).toEqual(outline(en));
    expect(snippetsOf(ar.html)).toEqual(snippetsOf(en.html));
    const count = (html: string, element: string) => html.split(`<${element}>`).length;
    for (const element of ["table", "tr", "ul", "ol", "p"])
      expect(count(ar.html, element), element).toBe(count(en.html, element));
  });

  test.each(PAGES)("%s is in Arabic where it is Arabic, section by section", async (page) => {
    const { ar } = await bothOf(page);
    const proper = new Set(["typescript", "postman"]);
    const foreign = ar.headings.filter(({ id, text }) => !proper.has(id) && !/[\u0600-\u06ff]/.test(text));
    expect(foreign).toEqual([]);
    expect(ar.title).toMatch(/[\u0600-\u06ff]/);
  });

  test.each(LANGUAGES)("in %s link only to what is there", async (language) => {
    const addresses = new Map<string, ReadonlySet<string>>();
    for (const page of PAGES) {
      const { headings } = await findPage(language, page);
      addresses.set(pagePath(language, page), new Set(headings.map(({ id }) => id)));
    }
    const broken: string[] = [];
    for (const page of PAGES) {
      for (const href of linksOf((await findPage(language, page)).html)) {
        if (!isFound(href.startsWith("#") ? pagePath(language, page) + href : href, addresses))
          broken.push(`${page}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test("find a word in the section that has it", async () => {
    for (const language of LANGUAGES) {
      const { entries } = JSON.parse(await readSearchIndex(language)) as SearchIndex;
      const own = entries.filter(({ isOwn }) => isOwn);
      const found = own.filter(({ text }) => text.includes("Retry-After"));
      expect(found.map(({ path }) => path)).toContain(`/docs/${language}/limits#requests`);
      const sections = await Promise.all(
        PAGES.map(async (page) => (await findPage(language, page)).headings.length + 1),
      );
      const operations = Object.keys(OPERATIONS).length;
      expect(own).toHaveLength(sections.reduce((sum, count) => sum + count, operations));
      expect(entries).toHaveLength(2 * own.length);
    }
  });
});

describe("searching the developer pages", () => {
  const look = async (language: Language, typed: string) =>
    find(prepare(JSON.parse(await readSearchIndex(language)) as SearchIndex), typed).map(({ path }) => path);

  test.each([
    ["en", "phone", "/docs/en/wallets#find"],
    ["en", "barcode", "/docs/en/sale#receipt"],
    ["en", "offline", "/docs/en/retries"],
    ["en", "localhost", "/docs/en/webhooks#local"],
    ["en", "duplicate", "/docs/en/retries#references"],
    ["en", "idempotency", "/docs/en/retries#references"],
    ["en", "leniency", "/docs/en/reading"],
    ["en", "preview", "/docs/en/wallets#quote"],
    ["en", "refnud", "/docs/en/giving-back#refund"],
    ["en", "signiture", "/docs/en/signing"],
    ["en", "webhoks", "/docs/en/webhooks"],
    ["en", "FindWalet", "/docs/en/reference#/Wallets/FindWallet"],
    ["ar", "تليفون", "/docs/ar/wallets#find"],
    ["ar", "باركود", "/docs/ar/sale#receipt"],
    ["ar", "مكرر", "/docs/ar/retries#references"],
    ["ar", "التوقيغ", "/docs/ar/signing"],
    ["ar", "webhook", "/docs/ar/webhooks"],
    ["ar", "localhost", "/docs/ar/webhooks#local"],
  ] as const)("in %s for %s finds %s among the first", async (language, typed, path) => {
    expect((await look(language, typed)).slice(0, 12)).toContain(path);
  });

  test("finds pages of the other language after the reader's own", async () => {
    const found = await look("en", "الإيصال");
    expect(found[0]).toMatch(/^\/docs\/ar\//);
    const mixed = await look("ar", "TLS");
    expect(mixed[0]).toMatch(/^\/docs\/ar\//);
    expect(mixed.some((path) => path.startsWith("/docs/en/"))).toBe(true);
  });

  test("finds nothing for a word that no page is near to", async () => {
    expect(await look("en", "qqqq")).toEqual([]);
    expect(await look("en", "  ")).toEqual([]);
  });
});

describe("a developer page as its reader gets it", () => {
  const ask = (path: string, headers: Record<string, string> = {}) => {
    const [, , first = "", second = "index"] = path.split("/");
    const request = new Request(`http://points.example${path}`, {
      headers: { host: "points.example", ...headers },
    });
    return answerPage(request, first, second);
  };

  test.each(LANGUAGES)("names the service that was asked, without any script, in %s", async (language) => {
    for (const page of PAGES) {
      const html = await (await ask(`/docs/${language}/${page}`)).text();
      expect(html, page).not.toContain(WRITTEN_ADDRESS);
      for (const [address] of html.matchAll(/https?:\/\/[\w.:]*\/(?:api|docs)\//g))
        expect(address, page).toMatch(/^http:\/\/points\.example\//);
    }
  });

  test.each(LANGUAGES)(
    "is Markdown at its address with .md and where Markdown is asked for, in %s",
    async (language) => {
      for (const page of PAGES) {
        const file = await ask(`/docs/${language}/${page}.md`);
        const asked = await ask(`/docs/${language}/${page}`, { accept: "text/markdown, text/html;q=0.5" });
        expect(file.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
        const text = await file.text();
        expect(await asked.text()).toBe(text);
        expect(text).toMatch(/^# \S/);
        expect(text, page).not.toMatch(/\{#|\{\{|\[\[(?:en|ar):|127\.0\.0\.1:3000/);
        for (const [, link = ""] of text.matchAll(/\]\(([^)]+)\)/g))
          expect(link, page).toMatch(/^(?:https?:\/\/|#)/);
      }
    },
  );

  test("has the reference as Markdown too, in the language of its address: every operation with its fields and codes", async () => {
    const first = await (await ask("/docs/en/reference.md")).text();
    const inArabic = await (await ask("/docs/ar/reference.md")).text();
    for (const [text, language] of [
      [first, "en"],
      [inArabic, "ar"],
    ] as const)
      for (const { name, summary, codes, request } of Object.values(OPERATIONS)) {
        const [, section = ""] = text.split(`\n### ${name}\n`);
        const own = section.slice(0, section.search(/\n#{2,3} /));
        expect(own).toContain(`: ${summary[language]}\n`);
        for (const code of codes) expect(own, name).toContain(`\n- ${code}: ${ERRORS[code][language]}`);
        for (const field of Object.keys(request.shape)) expect(own, name).toContain(`\`${field}\``);
      }
    expect(inArabic).toContain("| `ContactMsisdn` | string | نعم | رقم موبايل العميل.");
    // Objects without a name of their own, and the values that a field takes.
    for (const field of ["Items[].Quantity", "transaction.holdState", "client.branches[].BranchMsisdn"])
      expect(first).toContain(`| \`${field}\` |`);
    expect(first).toMatch(/\| `OriginalOperation` .* One of: .*`Reward`.*`ReturnReward`/);
    expect(first).toMatch(/\| `ContactMsisdn` \| string \| yes \| Mobile number/);
    expect(first).not.toMatch(/127\.0\.0\.1:3000|\]\(\//);
    const page = await (await ask("/docs/en/reference")).text();
    expect(page).toMatch(/<noscript>.*href="\/docs\/en\/reference\.md".*<\/noscript>/);
  });

  test("stays HTML for a browser", async () => {
    const response = await ask("/docs/en/retries", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("vary")).toContain("Accept");
  });

  test.each([
    ["/docs/retries", {}, "/docs/en/retries"],
    ["/docs/retries", { "accept-language": "ar-EG" }, "/docs/ar/retries"],
    ["/docs/retries.md", { cookie: "points.language=ar" }, "/docs/ar/retries.md"],
  ])("without a language leads to the reader's (%s %j)", async (path, headers, address) => {
    const response = await ask(path, headers as Record<string, string>);
    expect([response.status, response.headers.get("location")]).toEqual([307, address]);
  });

  test("stands in the list for programs, with its address and a sentence, in both languages", async () => {
    const request = new Request("http://points.example/docs/llms.txt", {
      headers: { host: "points.example" },
    });
    const list = await (await answerPageList(request)).text();
    for (const language of LANGUAGES)
      for (const page of PAGES)
        expect(list).toMatch(new RegExp(`\\(http://points\\.example${markdownPath(language, page)}\\): \\S`));
  });
});

function isFound(href: string, addresses: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (href.startsWith("https://")) return true;
  const [path = "", section] = href.split("#", 2);
  if (path === REFERENCE_PATH) {
    const [, tag, operation] = (section ?? "").split("/");
    return section === undefined || (operation !== undefined && referenceTags().get(operation) === tag);
  }
  const sections = addresses.get(path);
  if (sections !== undefined) return section === undefined || sections.has(section);
  if (path.startsWith("/docs/downloads/")) return DOWNLOADS.includes(path);
  return section === undefined && existsSync(`app${path}/route.ts`);
}

describe("the page of error codes", () => {
  test.each(LANGUAGES)("has cause and words for the cashier for every code, in %s", async (language) => {
    const { readFile } = await import("node:fs/promises");
    const notes = readErrorNotes(await readFile(`docs/api/${language}/errors.md`, "utf8"));
    const noted = notes.map(({ code }) => code);
    expect(ERROR_CODES.filter((code) => !noted.includes(code))).toEqual([]);
    expect(new Set(noted).size).toBe(noted.length);
    expect([...noted].sort((one, other) => one - other)).toEqual(noted);
  });

  test.each(LANGUAGES)("shows the service's own texts, in %s", async (language) => {
    const { headings, html } = await findPage(language, "errors");
    const codes = headings.flatMap(({ id }) => /^e(\d{4})$/.exec(id)?.[1] ?? []);
    expect(codes.map(Number)).toEqual(ERROR_CODES);
    for (const code of ERROR_CODES) expect(html).toContain(ERRORS[code].ar);
    expect(html).not.toMatch(/Cause:|Cashier:/);
  });

  test("advises to send again exactly what may succeed unchanged", async () => {
    const { sections } = await findPage("en", "errors");
    const repeated = sections
      .filter(({ text }) => text.includes("Yes: the same request"))
      .map(({ id }) => Number(id.slice(1)));
    expect(repeated).toEqual([1701, 1901, 1902]);
  });
});

describe("the page of test data", () => {
  test("has a purpose for every fixed wallet and every ClientId, and for nothing else", () => {
    const wallets = new Set(drawWallets(new Date(0)).map(({ walletCode }) => walletCode));
    expect(Object.keys(FIXED_BALANCES).filter((code) => !(code in WALLET_PURPOSES))).toEqual([]);
    expect(Object.keys(WALLET_PURPOSES).filter((code) => !wallets.has(code))).toEqual([]);
    expect(Object.keys(CLIENT_PURPOSES).sort()).toEqual(CLIENTS.map(({ secret }) => secret).sort());
  });

  test.each(LANGUAGES)("lists them as they are in the data, in %s", async (language) => {
    const { html } = await findPage(language, "test-data");
    for (const { secret } of CLIENTS) expect(html).toContain(`<code>${secret}</code>`);
    expect(html).toMatch(
      /<code>100002<\/code><\/td><td><code>01110000002<\/code><\/td><td>5,000<\/td><td><code>1234</,
    );
  });
});

test.each(LANGUAGES)(
  "the page of certification has every requirement and wallet that there is, in %s",
  async (language) => {
    const { html, sections } = await findPage(language, "certification");
    const textOf = (section: string) => sections.find(({ id }) => id === section)?.text ?? "";
    for (const { title, how } of REQUIREMENTS)
      for (const text of [title, how]) expect(textOf("requirements")).toContain(text[language]);
    for (const { suffix, text } of SCENARIO_WALLETS) {
      expect(textOf("wallets")).toContain(scenarioWalletCode({ id: 0, isDemo: true }, suffix));
      expect(textOf("wallets")).toContain(text[language]);
    }
    expect(html.match(/<tr>/g)).toHaveLength(REQUIREMENTS.length + SCENARIO_WALLETS.length + 2);
    expect(textOf("certificate")).toContain(`${CERTIFICATE_MONTHS} `);
  },
);

test("every operation has its line on the first page, in both languages", async () => {
  for (const language of LANGUAGES) {
    const { html } = await findPage(language, "index");
    for (const { summary } of Object.values(OPERATIONS))
      expect(html).toContain(escapeHtml(summary[language]));
  }
});

describe("a page's Markdown", () => {
  const render = (markdown: string, language: Language = "en") =>
    renderPage(`# Title\n\n${markdown}`, language);

  test("shows HTML as text", () => {
    const { html } = render(
      '<script>alert(1)</script>\n\nand <b onclick="x()">so</b> &amp;\n\n```sh "><i>\n<i>\n```',
    );
    expect(html).not.toMatch(/<script|<b |<i>/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test.each([
    "javascript:alert(1)",
    "//evil.example",
    "http://evil.example",
    "data:text/html,x",
    "no-such-page",
  ])("refuses a link to %s", (href) => expect(() => render(`[x](${href})`)).toThrow(href));

  test("refuses a section without an id, and two with the same", () => {
    expect(() => render("## Section")).toThrow("Section");
    expect(() => render("## One {#a}\n\n## Two {#a}")).toThrow("id a");
  });

  test("refuses a table or program that there is not", async () => {
    for (const page of PAGES) expect(await readSource("en", page)).not.toMatch(/^\{\{/m);
  });

  test("puts programs in several languages into one group, and what is printed beside it", () => {
    const { html } = render("```php\na\n```\n\n```python\nb\n```\n\n```json\n{}\n```");
    expect(html.match(/<div class="snippets"/g)).toHaveLength(1);
    expect(html.indexOf("{}")).toBeGreaterThan(html.indexOf("</div>"));
  });
});
