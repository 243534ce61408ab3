import { afterAll, beforeAll, expect, test } from "vitest";
import { serveImage } from "@/lib/areas/deals/image-portal";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

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

const serve = (hash: string) =>
  serveImage(new Request(`http://points.test/images/${hash}`), { params: Promise.resolve({ hash }) });

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
