import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DEALS } from "@/lib/demo/catalogue/deals";
import { MERCHANTS } from "@/lib/demo/catalogue/merchants";
import { dealImage, merchantLogo, type StoredImage } from "@/lib/demo/images";
import { expectOfEach } from "@/tests/support/each";

const images: [name: string, image: StoredImage][] = [
  ...MERCHANTS.map((merchant): [string, StoredImage] => [merchant.name.en, merchantLogo(merchant)]),
  ...DEALS.map((deal): [string, StoredImage] => [deal.title.en, dealImage(deal)]),
];

const svgOf = ({ bytes }: StoredImage) => new TextDecoder().decode(bytes);

test("every deal and every merchant has an image of its own", () => {
  expect(images).toHaveLength(DEALS.length + MERCHANTS.length);
  expect(new Set(images.map(([, { hash }]) => hash)).size).toBe(images.length);
});

describe("every image", () => {
  const each = (work: (image: StoredImage, svg: string) => void) => () =>
    expectOfEach(
      images,
      ([name]) => name,
      ([, image]) => work(image, svgOf(image)),
    );

  test(
    "is named by its content",
    each(({ hash, bytes }) => expect(hash).toBe(createHash("sha256").update(bytes).digest("hex"))),
  );

  test(
    "is small enough to be served by the thousand",
    each(({ bytes }) => expect(bytes.length).toBeLessThan(48 * 1_024)),
  );

  test(
    "holds no script, no text, no style and nothing from elsewhere",
    each((_image, svg) => {
      expect(svg).not.toMatch(/<(script|text|style|foreignObject|image|use|a)\b/i);
      expect(svg).not.toMatch(/\son\w+=|href|javascript:|data:/i);
      expect(svg.match(/url\([^)]*\)/g) ?? []).toEqual((svg.match(/url\(#[\w]+\)/g) ?? []).map(String));
      expect(svg.match(/https?:[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
    }),
  );

  test(
    "is well formed: every number a number, every element closed, every name defined once",
    each((_image, svg) => {
      expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
      const opened = svg.match(/<[a-zA-Z]+[^>]*[^/]>/g) ?? [];
      const closed = svg.match(/<\/[a-zA-Z]+>/g) ?? [];
      expect(closed).toHaveLength(opened.length);
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, id] of svg.matchAll(/url\(#([\w]+)\)/g)) expect(ids).toContain(id);
    }),
  );
});
