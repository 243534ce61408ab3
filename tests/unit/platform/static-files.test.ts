import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaticFiles } from "@/lib/platform/http/static-files";

const SCRIPT = `console.log("${"a script of some length ".repeat(50)}");`;
const SCRIPT_PATH = "/_next/static/chunks/0a1b2c.js";
const IMAGE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "points-static-"));
  await writeFile(path.join(folder, "outside.js"), "not to be had");
  const root = path.join(folder, "root");
  await mkdir(path.join(root, "_next/static/chunks"), { recursive: true });
  await mkdir(path.join(root, "icons"));
  await writeFile(path.join(root, SCRIPT_PATH), SCRIPT);
  await writeFile(path.join(root, `${SCRIPT_PATH}.br`), brotliCompressSync(SCRIPT));
  await writeFile(path.join(root, `${SCRIPT_PATH}.gz`), gzipSync(SCRIPT));
  await writeFile(path.join(root, "icons/icon.png"), IMAGE);
  const files = openStaticFiles(root);
  server = createServer((incoming, outgoing) => {
    if (!files.serve(incoming, outgoing)) outgoing.writeHead(418).end("somebody else's");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** As it comes over the wire: nothing is decompressed, and the path is sent as it is written. */
function ask(target: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path: target, method, headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    call.on("error", reject);
    call.end();
  });
}

describe("a file that is kept compressed", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0.5, gzip", "br"],
    ["*", "br"],
    ["gzip, deflate", "gzip"],
    ["gzip, br;q=0", "gzip"],
  ])("is sent to who accepts %s as %s", async (accepted, encoding) => {
    const { status, headers, body } = await ask(SCRIPT_PATH, { "Accept-Encoding": accepted });
    expect(status).toBe(200);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(headers.vary).toBe("Accept-Encoding");
    const content = encoding === "br" ? brotliDecompressSync(body) : gunzipSync(body);
    expect(content.toString()).toBe(SCRIPT);
  });

  it.each([undefined, "identity", "deflate", "br;q=0, gzip;q=0", "*;q=0"])(
    "is sent as it is to who accepts %s",
    async (accepted) => {
      const { status, headers, body } = await ask(
        SCRIPT_PATH,
        accepted === undefined ? {} : { "Accept-Encoding": accepted },
      );
      expect(status).toBe(200);
      expect(headers["content-encoding"]).toBeUndefined();
      expect(headers.vary).toBe("Accept-Encoding");
      expect(body.toString()).toBe(SCRIPT);
    },
  );

  it("is not sent again to who has it, in the same encoding", async () => {
    const asBrotli = { "Accept-Encoding": "br" };
    const { etag } = (await ask(SCRIPT_PATH, asBrotli)).headers;
    expect(etag).toBeTruthy();
    const again = await ask(SCRIPT_PATH, { ...asBrotli, "If-None-Match": `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(again.body.length).toBe(0);
    expect(again.headers).toMatchObject({
      etag,
      vary: "Accept-Encoding",
      "cache-control": "public, max-age=31536000, immutable",
    });
    const inAnother = await ask(SCRIPT_PATH, { "Accept-Encoding": "gzip", "If-None-Match": String(etag) });
    expect(inAnother.status).toBe(200);
  });

  it("tells HEAD all about itself and sends nothing", async () => {
    const headers = { "Accept-Encoding": "br" };
    const whole = await ask(SCRIPT_PATH, headers);
    const head = await ask(SCRIPT_PATH, headers, "HEAD");
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    const { date: _, ...wholeHeaders } = whole.headers;
    expect(head.headers).toMatchObject(wholeHeaders);
  });

  it.each(["bytes=5-2", "bytes=-4", "bytes=999999-", "bytes=a-b", "bytes=0-0,2-3", "lines=1-2"])(
    "is sent whole to who asks for the range %s",
    async (range) => {
      const { status, body } = await ask(SCRIPT_PATH, { Range: range });
      expect([status, body.toString()]).toEqual([200, SCRIPT]);
    },
  );
});

describe("every file", () => {
  it("is kept for ever when its name changes with its content, and asked for again otherwise", async () => {
    expect((await ask(SCRIPT_PATH)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await ask("/icons/icon.png")).headers["cache-control"]).toBe("no-cache");
  });

  it("is what it says it is, whatever a browser might guess", async () => {
    const { headers, body } = await ask("/icons/icon.png?v=1", { "Accept-Encoding": "br, gzip" });
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
    });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toBeUndefined();
    expect(body).toEqual(IMAGE);
    expect((await ask(SCRIPT_PATH)).headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("a request for anything else", () => {
  it.each([
    "/",
    "/icons",
    "/icons/",
    "/missing.js",
    "/../outside.js",
    "/..%2foutside.js",
    "/%2e%2e/outside.js",
    "/icons/../../outside.js",
    "/icons/..%5c..%5coutside.js",
    "//icons/icon.png",
    "/icons%2Ficon.png",
    "/icons/icon.png%00",
    `${SCRIPT_PATH}.br`,
    `${SCRIPT_PATH}/`,
  ])("is left to others: GET %s", async (target) => {
    const { status, body } = await ask(target);
    expect([status, body.toString()]).toEqual([418, "somebody else's"]);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("is left to others: %s of a file", async (method) => {
    expect((await ask(SCRIPT_PATH, {}, method)).status).toBe(418);
  });
});

it("serves nothing from a folder that is not there", () => {
  const nothing = openStaticFiles(path.join(folder, "missing"));
  expect(nothing.serve({ method: "GET", url: "/a.js", headers: {} } as never, {} as never)).toBe(false);
});
