import { afterEach, expect, test, vi } from "vitest";
import { noteAnswer } from "@/components/kit/connection";
import { fetchFile } from "@/components/kit/fetch-file";

afterEach(() => {
  noteAnswer();
  vi.unstubAllGlobals();
});

/** The service answers with these parts of a file. */
function answer(parts: readonly string[], init: ResponseInit = {}): void {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body, init));
}

test("a file's lines are counted without its header while they come, and it keeps its name", async () => {
  answer(["Code,Name\r\n1,", "Mona\r\n2,Ali\r\n"], {
    headers: {
      "x-portal-lines": "2",
      "content-type": "text/csv",
      "content-disposition": "attachment; filename=\"wallets.csv\"; filename*=UTF-8''wallets%202026.csv",
    },
  });
  const onProgress = vi.fn();
  const { blob, name } = await fetchFile("/file", onProgress);
  expect([await blob.text(), name]).toEqual(["Code,Name\r\n1,Mona\r\n2,Ali\r\n", "wallets 2026.csv"]);
  expect(onProgress).toHaveBeenCalledWith({ lines: 0, of: 2 });
});

test("a refusal is thrown in the service's words, and no connection as one", async () => {
  const error = { code: "rate_limited", message: { en: "Later", ar: "لاحقًا" }, requestId: "r" };
  answer([JSON.stringify({ error })], { status: 429 });
  await expect(fetchFile("/file", vi.fn())).rejects.toMatchObject({ code: "rate_limited" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await expect(fetchFile("/file", vi.fn())).rejects.toMatchObject({ code: "offline" });
});

test("a file that breaks off is none, and says so", async () => {
  let isFirst = true;
  const body = new ReadableStream({
    pull(controller) {
      if (isFirst) controller.enqueue(new TextEncoder().encode("Code\r\n1\r\n"));
      else controller.error(new TypeError("network error"));
      isFirst = false;
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body, { headers: { "x-portal-lines": "2" } }));
  await expect(fetchFile("/file", vi.fn())).rejects.toMatchObject({
    code: "broken_off",
    texts: { en: expect.stringContaining("was not saved"), ar: expect.stringContaining("لم يُحفظ") },
  });
});
