import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readImage, serveImage } from "@/lib/areas/deals/image-portal";
import { IMAGE_WIDTHS } from "@/lib/areas/deals/words";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { picture } from "@/tests/support/pictures";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const PNG = Buffer.from("89504e470d0a1a0a", "hex");

async function store(letter: string, contentType: string, bytes: Buffer, width: number): Promise<string> {
  const hash = letter.repeat(64);
  await database.pool.query(
    "INSERT INTO image (hash, content_type, width, height, bytes) VALUES ($1, $2, $3, $3, $4)",
    [hash, contentType, width, bytes],
  );
  return hash;
}

const serve = (hash: string, query = "") =>
  serveImage(new Request(`http://points.test/images/${hash}${query}`), { params: Promise.resolve({ hash }) });

async function sizeOf(answer: Response) {
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { format, width, height };
}

test("a stored drawing is served as PNG, twice as large as it is shown, the same at every call", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><rect width="40" height="40" fill="#0b6470"/></svg>`;
  const hash = await store("a", "image/svg+xml", Buffer.from(svg), 40);
  const [first, again] = await Promise.all([serve(hash), serve(hash)]);
  expect(first.headers.get("content-type")).toBe("image/png");
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(bytes.subarray(0, 8)).toEqual(PNG);
  // The header's width and height.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([80, 80]);
  expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
});

test("a picture is served as it is stored", async () => {
  const hash = await store("b", "image/webp", Buffer.from("RIFF"), 1);
  const answer = await serve(hash);
  expect(answer.headers.get("content-type")).toBe("image/webp");
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe("RIFF");
});

test("a drawing that cannot be drawn is an error each time, and others are served", async () => {
  const hash = await store("c", "image/svg+xml", Buffer.from("no drawing"), 40);
  await expect(serve(hash)).rejects.toThrow();
  await expect(serve(hash)).rejects.toThrow();
  expect((await serve("d".repeat(64))).status).toBe(404);
});

test("with a width it is WebP of that width, in the picture's shape, under a tag of its own", async () => {
  const hash = await store("1", "image/png", await picture("png", { width: 1200, height: 800 }), 1200);
  for (const width of IMAGE_WIDTHS) {
    const answer = await serve(hash, `?width=${width}`);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(answer.headers.get("etag")).toBe(`"${hash}-${width}"`);
    expect(await sizeOf(answer)).toEqual({ format: "webp", width, height: Math.round((width * 2) / 3) });
  }
  expect(await sizeOf(await serve(hash))).toEqual({ format: "png", width: 1200, height: 800 });
});

test("a picture or drawing that is narrower than the width asked for is not enlarged", async () => {
  const small = await store("2", "image/jpeg", await picture("jpeg", { width: 300, height: 200 }), 300);
  expect(await sizeOf(await serve(small, "?width=640"))).toEqual({ format: "webp", width: 300, height: 200 });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>`;
  const drawing = await store("3", "image/svg+xml", Buffer.from(svg), 40);
  // As wide as the drawing is served without a width.
  expect(await sizeOf(await serve(drawing, "?width=640"))).toEqual({ format: "webp", width: 80, height: 80 });
});

test("what is asked for at once or again is made once", async () => {
  const hash = await store("4", "image/png", await picture("png"), 600);
  const [first, atOnce] = await Promise.all([readImage(hash, 320), readImage(hash, 320)]);
  expect(first).not.toBeNull();
  expect(atOnce).toBe(first);
  expect(await readImage(hash, 320)).toBe(first);
});

test("there is no image of any other width", async () => {
  const hash = await store("5", "image/png", await picture("png"), 600);
  for (const width of ["321", "0320", "", "1e9", "320,640"]) {
    const answer = await serve(hash, `?width=${width}`);
    expect([answer.status, await answer.text()]).toEqual([404, "Image not found"]);
  }
});

test("an unknown image is not found in any width", async () => {
  expect((await serve("d".repeat(64), "?width=320")).status).toBe(404);
  expect((await serve("no-hash", "?width=320")).status).toBe(404);
});
