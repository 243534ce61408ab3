import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { preparePicture } from "@/lib/areas/deals/pictures";
import { PICTURE_BYTES_MAX } from "@/lib/areas/deals/words";
import { isAdminError } from "@/lib/portal/acts/errors";
import { animatedPng, animatedWebp, photograph, picture, pngBomb } from "@/tests/support/pictures";

async function problemOf(file: Uint8Array): Promise<string> {
  try {
    await preparePicture(file);
  } catch (error) {
    if (isAdminError(error) && error.code === "picture") return error.params.problem;
    throw error;
  }
  throw new Error("The file was to be refused.");
}

describe("a picture", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "of type %s is written anew, named by its content",
    async (format) => {
      const { hash, bytes, ...facts } = await preparePicture(await picture(format));
      expect(facts).toEqual({ contentType: "image/webp", width: 600, height: 400 });
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect((await sharp(bytes).metadata()).format).toBe("webp");
    },
  );

  test("is the same picture when it is uploaded again", async () => {
    const file = await picture("png");
    expect((await preparePicture(file)).hash).toBe((await preparePicture(file)).hash);
  });

  test("is turned upright, and loses where it was taken and whose it is", async () => {
    const { bytes, width, height } = await preparePicture(await photograph());
    expect([width, height]).toEqual([400, 600]);
    const { exif, orientation } = await sharp(bytes).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(Buffer.from(bytes).includes("SECRET OWNER")).toBe(false);
  });

  test("that is larger than any screen is made smaller, one that is not stays", async () => {
    const large = await preparePicture(await picture("jpeg", { width: 4000, height: 2000 }));
    expect([large.width, large.height]).toEqual([1600, 800]);
  });

  test.each(["jpeg", "png", "webp"] as const)(
    "a %s with data of its maker or a second file behind it is the picture alone",
    async (format) => {
      const first = await picture(format);
      const { bytes } = await preparePicture(first);
      const behind = [
        // The trailers of two makers' telephones, fillers, a film, a second picture, an archive.
        Buffer.from("\0\0\u0001\nImage_UTC_Data1764410000000SEFHk\0\0\0SEFT", "latin1"),
        Buffer.from('{"watermark":"on"}xmp', "latin1"),
        Buffer.alloc(64),
        Buffer.from("\0\0\0\u0018ftypmp42", "latin1"),
        await picture("jpeg", { colour: "#fff" }),
        Buffer.from("PK\u0003\u0004 <script>alert(1)</script>", "latin1"),
      ];
      for (const tail of behind)
        expect((await preparePicture(Buffer.concat([first, tail]))).bytes).toEqual(bytes);
    },
  );
});

describe("refused is", () => {
  test.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["an SVG with an XML head", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["a web page, whatever it is called", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7 …"],
    ["a GIF", "GIF89a/*…*/=alert(1)"],
    ["an empty file", ""],
  ])("%s", async (_name, text) => {
    expect(await problemOf(Buffer.from(text))).toBe("type");
  });

  test("a file that only begins like a picture", async () => {
    const html = Buffer.from("<script>alert(1)</script>".repeat(20));
    const png = (await picture("png")).subarray(0, 8);
    expect(await problemOf(Buffer.concat([png, html]))).toBe("broken");
    expect(await problemOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html]))).toBe("broken");
    expect(await problemOf(Buffer.from("RIFF\u0001\u0001\u0000\u0000WEBP<script>", "latin1"))).toBe("broken");
  });

  test.each(["jpeg", "png", "webp"] as const)("a %s that breaks off", async (format) => {
    const file = await picture(format, { width: 1200, height: 800 });
    for (const part of [0.3, 0.7, 0.95])
      expect(await problemOf(file.subarray(0, Math.floor(file.length * part)))).toBe("broken");
  });

  test("a JPEG whose data breaks off before its end mark", async () => {
    const file = await sharp({
      create: {
        width: 1200,
        height: 800,
        channels: 3,
        background: "#123",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    const cut = Buffer.concat([file.subarray(0, Math.floor(file.length / 2)), Buffer.from([0xff, 0xd9])]);
    expect(await problemOf(cut)).toBe("broken");
  });

  test("a picture that moves", async () => {
    expect(await problemOf(await animatedPng())).toBe("animated");
    expect(await problemOf(await animatedWebp())).toBe("animated");
  });

  test("a small file that would fill the memory, before it is unpacked", async () => {
    expect(await problemOf(pngBomb(60_000, 60_000))).toBe("too_large");
    expect(await problemOf(pngBomb(2_000_000, 21))).toBe("too_large");
  });

  test("what is too long or too small", async () => {
    expect(await problemOf(new Uint8Array(PICTURE_BYTES_MAX + 1))).toBe("too_large");
    expect(await problemOf(await picture("png", { width: 299, height: 400 }))).toBe("too_small");
  });
});
