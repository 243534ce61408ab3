import { expect, test, vi } from "vitest";
import { type CodeReader, withFallback } from "@/components/till/code-reader";

const video = {} as HTMLVideoElement;
const library = vi.fn(async () => "100001");
const load = async () => library;

async function firstOf(read: CodeReader, pictures: number): Promise<string | null> {
  for (let picture = 0; picture < pictures; picture += 1) {
    const text = await read(video);
    if (text !== null) return text;
  }
  return null;
}

test("the library reads on when the browser's reader fails, does not answer, or finds nothing", async () => {
  vi.useFakeTimers();
  const failing = async () => Promise.reject(new DOMException("Unavailable", "NotSupportedError"));
  expect(await firstOf(withFallback(failing, load), 2)).toBe("100001");
  const silent = firstOf(
    withFallback(() => new Promise(() => undefined), load),
    2,
  );
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await silent).toBe("100001");
  expect(
    await firstOf(
      withFallback(async () => null, load),
      40,
    ),
  ).toBe("100001");
  vi.useRealTimers();
});

test("the library is not asked while the browser's reader works", async () => {
  library.mockClear();
  expect(
    await firstOf(
      withFallback(async () => "100002", load),
      1,
    ),
  ).toBe("100002");
  expect(library).not.toHaveBeenCalled();
});
