import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
// @ts-expect-error The configuration is plain JavaScript.
import configure from "@/next.config.js";

/** Names by which Next.js finds files of app/; a page that is called otherwise is no page. */
const NAMED =
  /^(?:page|layout|template|default|error|global-error|not-found|loading|manifest|robots|sitemap|icon|apple-icon|opengraph-image)\.[jt]sx?$/;

afterEach(() => vi.unstubAllEnvs());

describe("a build of the pages", () => {
  test("leaves out route files, which API workers answer, and finds everything else by its tsx", async () => {
    expect(await configure("phase-production-build")).toMatchObject({ pageExtensions: ["tsx"] });
    const others = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
      (file) => NAMED.test(path.basename(file)) && !file.endsWith(".tsx"),
    );
    expect(others).toEqual([]);
    expect(["proxy.tsx", "instrumentation.tsx"].filter((file) => !existsSync(file))).toEqual([]);
  });

  test("has route files when it is whole, and so has the development server", async () => {
    expect(await configure("phase-development-server")).not.toHaveProperty("pageExtensions");
    vi.stubEnv("WHOLE_BUILD", "1");
    expect(await configure("phase-production-build")).not.toHaveProperty("pageExtensions");
  });
});
