import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveText } from "@/components/kit/save-text";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a file is there for a browser that reads it some time after the click, and goes at last", () => {
  const revoked = vi.spyOn(URL, "revokeObjectURL");
  const link = { click: vi.fn() } as unknown as HTMLAnchorElement;
  vi.stubGlobal("document", { createElement: () => link });
  saveText("client-7.txt", "ClientId: secret");
  expect(link).toMatchObject({ download: "client-7.txt", href: expect.stringMatching(/^blob:/) });
  expect(link.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * 60_000);
  expect(revoked).toHaveBeenCalledExactlyOnceWith(link.href);
});
