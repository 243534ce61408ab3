import { expect, test } from "vitest";
import { describeUserAgent } from "@/lib/platform/user-agent";

const CHROME = "(KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${CHROME}`, "Chrome", "Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${CHROME} Edg/140.0.0.0`, "Edge", "Windows"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 SamsungBrowser/28.0 ${CHROME}`,
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Firefox",
    "macOS",
  ],
])("%s is told by browser and system", (userAgent, browser, system) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, system });
});

test("what is no browser is not guessed at", () => {
  expect(describeUserAgent("curl/8.5.0")).toBeNull();
  expect(describeUserAgent("")).toBeNull();
});
