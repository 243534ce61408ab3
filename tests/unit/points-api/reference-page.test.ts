import { access, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { GET as getAsset } from "@/app/docs/assets/[version]/[file]/route";
import { GET as getPage } from "@/app/docs/reference/route";
import { viewerVersion } from "@/app/docs/reference/viewer";

function asset(version: string, file: string): Promise<Response> {
  const request = new Request(`http://127.0.0.1/docs/assets/${version}/${file}`);
  return getAsset(request, { params: Promise.resolve({ version, file }) });
}

/** Every address that the page makes a browser fetch. */
async function addresses(): Promise<string[]> {
  const html = await (await getPage()).text();
  return [...html.matchAll(/(?:src|href|data-document)="([^"]*)"/g)].map(([, address = ""]) => address);
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
    expect(files).toHaveLength(4);
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
