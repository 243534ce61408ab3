import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/points-api/openapi";

/**
 * The contract of each version that was released, a line for each operation and each field, is in docs/api/contract-<version>.txt. A
 * release writes the file of its own version (scripts/release.mjs): UPDATE_CONTRACT=1 npm test -- tests/unit/points-api/compatible.test.ts
 */
const FOLDER = "docs/api";
const CONTRACT = /^contract-(.+)\.txt$/;
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const ACCEPTED = /Request\./;
const REQUIRED = " required";

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

const api = openApiDocument() as unknown as {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, Schema> };
};

/** "integer|null", "Wallet", "[string]": the shape of a value without its texts, limits and examples. */
function shapeOf({ $ref, type, items, anyOf, oneOf }: Schema): string {
  if ($ref) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (items) return `[${shapeOf(items)}]`;
  if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).map(shapeOf).join("|");
  return [type ?? "any"].flat().join("|");
}

function linesOf(name: string, schema: Schema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, value]) => {
    const place = `${name}.${field}`;
    const must = schema.required?.includes(field) ? REQUIRED : "";
    return [
      `${place} ${shapeOf(value)}${must}`,
      ...linesOf(place, value),
      ...linesOf(place, value.items ?? {}),
    ];
  });
}

function describeContract(): string[] {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return [
    ...operations,
    ...Object.entries(api.components.schemas).flatMap(([name, it]) => linesOf(name, it)),
  ];
}

/** What callers written for `before` lose with `now`: one line for each operation, field or type. */
function findBreaks(before: readonly string[], now: readonly string[]): string[] {
  const today = new Set(now);
  const known = new Set(before.map((line) => line.replace(REQUIRED, "")));
  const lost = before.filter((line) =>
    ACCEPTED.test(line)
      ? ![line, line.replace("integer", "number")].some(
          (one) => today.has(one) || today.has(one.replace(REQUIRED, "")),
        )
      : !today.has(line),
  );
  const demanded = now.filter(
    (line) =>
      ACCEPTED.test(line) &&
      line.endsWith(REQUIRED) &&
      !before.includes(line) &&
      (known.has(line.replace(REQUIRED, "")) || isOfKnownRequest(line, before)),
  );
  return [...lost.map((line) => `lost: ${line}`), ...demanded.map((line) => `newly required: ${line}`)];
}

/** A field of an object that the request had before. */
const isOfKnownRequest = (line: string, before: readonly string[]) => {
  const [place = ""] = line.split(" ");
  return before.some((old) => old.startsWith(place.slice(0, place.lastIndexOf(".") + 1)));
};

/**
 * Null since Cancel by reference, Quote and GetTransaction reach coupons, whose acts make no entry; an object since 1414 names what stands, and since a
 * refusal names a part of a bill: in answers to requests that had none before.
 */
const OF_NEW_REQUESTS: Readonly<Record<string, readonly string[]>> = {
  "0.1.0": [
    "lost: CancelSuccess.pointsLog PointsLog required",
    "lost: CancelSuccess.transaction CancelledTransaction required",
    "lost: CancelRefusal.transaction null required",
    "lost: ReturnRewardRefusal.transaction null required",
    "lost: QuoteSuccess.pointsLog PointsLog required",
    "lost: QuoteRefusal.transaction null required",
    "lost: GetTransactionSuccess.pointsLog PointsLog required",
  ],
  "0.2.0": ["lost: ReturnRewardRefusal.transaction null required"],
};

test("callers written for a released version of the points API lose no operation, field or type", () => {
  const now = describeContract();
  if (process.env.UPDATE_CONTRACT) writeFileSync(`${FOLDER}/contract-${version}.txt`, `${now.join("\n")}\n`);
  const released = readdirSync(FOLDER).flatMap((name) => CONTRACT.exec(name)?.[1] ?? []);
  expect(released).toContain(version);
  for (const release of released) {
    const before = readFileSync(`${FOLDER}/contract-${release}.txt`, "utf8").trim().split("\n");
    expect({ release, breaks: findBreaks(before, now) }).toEqual({
      release,
      breaks: OF_NEW_REQUESTS[release] ?? [],
    });
  }
});

test("a field that goes, changes its type or becomes required is found; one that is added is none", () => {
  const before = [
    "POST /Reward",
    "RewardRequest.A string",
    "RewardRequest.B string required",
    "Wallet.id integer",
  ];
  expect(findBreaks(before, [...before, "Wallet.name string", "RewardRequest.C string"])).toEqual([]);
  expect(
    findBreaks(
      before,
      before.map((line) => line.replace(REQUIRED, "")),
    ),
  ).toEqual([]);
  expect(
    findBreaks(before, [
      "RewardRequest.A string required",
      "Wallet.id string",
      "RewardRequest.D string required",
    ]),
  ).toEqual([
    "lost: POST /Reward",
    "lost: RewardRequest.A string",
    "lost: RewardRequest.B string required",
    "lost: Wallet.id integer",
    "newly required: RewardRequest.A string required",
    "newly required: RewardRequest.D string required",
  ]);
});
