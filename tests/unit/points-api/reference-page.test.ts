import { access, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { GET as getAsset } from "@/app/docs/assets/[version]/[file]/route";
import { answerPage } from "@/lib/docs/answers";
import { viewerVersion } from "@/lib/docs/viewer";
import { completeEnv } from "@/lib/platform/env";
import { LANGUAGES } from "@/lib/platform/language";

const getPage = (language = "en") =>
  answerPage(new Request(`http://127.0.0.1/docs/${language}/reference`), language, "reference");

function asset(version: string, file: string): Promise<Response> {
  const request = new Request(`http://127.0.0.1/docs/assets/${version}/${file}`);
  return getAsset(request, { params: Promise.resolve({ version, file }) });
}

/** Every address that the page makes a browser fetch. */
async function addresses(): Promise<string[]> {
  const html = await (await getPage()).text();
  return [...html.matchAll(/(?:src|<link rel="stylesheet" href|data-document)="([^"]*)"/g)].map(
    ([, address = ""]) => address,
  );
}

describe("the API reference page", () => {
  test("needs nothing but this service", async () => {
    const found = await addresses();
    expect(found).toContain("/api/openapi.json");
    expect(found.filter((address) => !address.startsWith("/") && address !== "data:,")).toEqual([]);
    expect(found.filter((address) => address.startsWith("//"))).toEqual([]);
  });

  test("every file that it names is there", async () => {
    const files = (await addresses()).filter((address) => address.startsWith("/docs/"));
    expect(files).toHaveLength(6);
    for (const file of files) {
      const [version, name] = /^\/docs\/assets\/([^/]+)\/([^/]+)$/.exec(file)?.slice(1) ?? [];
      if (version === undefined || name === undefined) await access(`public${file}`);
      else expect((await asset(version, name)).status).toBe(200);
    }
  });

  test("allows no script or style but files of this service", async () => {
    const response = await getPage();
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  });

  test("stands in the menu and search of the other pages, in both languages", async () => {
    for (const language of LANGUAGES) {
      const html = await (await getPage(language)).text();
      expect(html).toContain(`href="/docs/${language}/reference" aria-current="page"`);
      expect(html).toContain('role="search"');
      expect(html).toContain(`href="/docs/${language}/retries"`);
    }
  });

  test("fills in the demo's client where the demo data is, and no other", async () => {
    completeEnv({ loadsDemoData: true });
    expect(await (await getPage()).text()).toContain('data-client-id="pis_test_demo"');
    completeEnv({ loadsDemoData: false });
    expect(await (await getPage()).text()).not.toContain("pis_test_demo");
  });

  test("does not ask the online validator", async () => {
    expect(await readFile("public/docs/api-reference.js", "utf8")).toContain("validatorUrl: null");
  });
});

describe("the viewer's files", () => {
  test("are kept for ever, since their address changes with their version", async () => {
    const response = await asset(await viewerVersion(), "swagger-ui.css");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(await response.text()).toContain(".swagger-ui");
  });

  test.each(["package.json", "../package.json", "..%2Fpackage.json", "toString", "__proto__", ""])(
    "%j is not one of them",
    async (name) => {
      expect((await asset(await viewerVersion(), name)).status).toBe(404);
    },
  );

  test("another version is not there, so that no browser keeps the wrong file for ever", async () => {
    expect((await asset("0.0.0", "swagger-ui.css")).status).toBe(404);
  });
});
