import { describe, expect, test } from "vitest";
import { attributionParts } from "@/components/kit/map/attribution";
import outline from "@/components/kit/map/outline.json";
import { parseEnv } from "@/lib/platform/env";
import { contentSecurityPolicy } from "@/lib/portal/security";

const picturesAllowed = (url: string | undefined) =>
  contentSecurityPolicy({ nonce: "n", isDevelopment: false, isReceipt: false, mapTilesUrl: url })
    .split("; ")
    .find((part) => part.startsWith("img-src"));

describe("where maps get their tiles", () => {
  test("is nowhere unless it is set, and then pages allow pictures of that origin only", () => {
    const { mapTiles } = parseEnv({});
    expect(mapTiles).toBeUndefined();
    expect(picturesAllowed(undefined)).toBe("img-src 'self' blob: data:");
    expect(picturesAllowed("https://tiles.example:8443/osm/{z}/{x}/{y}.png?key=1")).toBe(
      "img-src 'self' blob: data: https://tiles.example:8443",
    );
    expect(picturesAllowed("https://{s}.tiles.example/{z}/{x}/{y}.png")).toBe(
      "img-src 'self' blob: data: https://*.tiles.example",
    );
  });

  test.each([
    "https://tiles.example/{z}/{x}.png",
    "ftp://tiles.example/{z}/{x}/{y}.png",
    "https://tiles.example; script-src */{z}/{x}/{y}.png",
    "https://{x}.tiles.example/{z}/{y}.png",
    "https://user:word@tiles.example/{z}/{x}/{y}.png",
    "{z}/{x}/{y}.png",
  ])("is refused where it would be no address of tiles: %s", (MAP_TILES_URL) => {
    expect(() => parseEnv({ MAP_TILES_URL })).toThrow(/MAP_TILES_URL/);
  });

  test("is told with whom it is owed to, links apart from text, and nothing but web addresses as links", () => {
    expect(attributionParts("© [OpenStreetMap](https://www.openstreetmap.org/copyright) and others")).toEqual(
      [
        { text: "© ", href: null },
        { text: "OpenStreetMap", href: "https://www.openstreetmap.org/copyright" },
        { text: " and others", href: null },
      ],
    );
    expect(attributionParts("[x](javascript:alert(1)) <b>")).toEqual([
      { text: "[x](javascript:alert(1)) <b>", href: null },
    ]);
  });
});

test("the outline that ships with the service has one home, its neighbours, and towns in both languages", () => {
  const kinds = outline.features.map(({ geometry }) => geometry.type);
  expect(outline.source).toContain("Natural Earth");
  expect(
    outline.features.filter(({ properties }) => "isHome" in properties && properties.isHome),
  ).toHaveLength(1);
  expect(kinds.filter((kind) => kind === "MultiPolygon").length).toBeGreaterThan(5);
  for (const { properties } of outline.features)
    if ("ar" in properties) expect([properties.en, properties.ar]).not.toContain("");
});
