import path from "node:path";
import { expect, test } from "vitest";
import { commandFor } from "@/lib/platform/command-for";

test("a command names the folder of the service's data where that is not the usual one", () => {
  expect(commandFor({ dataDir: ".data" }, "npm run admin")).toBe("npm run admin");
  expect(commandFor({ dataDir: path.resolve(".data") }, "npm run admin")).toBe("npm run admin");
  expect(commandFor({ dataDir: "/srv/points" }, "npm run admin")).toBe("DATA_DIR=/srv/points npm run admin");
  expect(commandFor({ dataDir: "/srv/Omar's shop" }, "x")).toBe("DATA_DIR='/srv/Omar'\\''s shop' x");
});
