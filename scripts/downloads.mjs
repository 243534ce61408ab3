import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";

const CLIENT = "clients/typescript";
const PROGRAMS = "docs/api/programs";

/**
 * Packs the TypeScript client and the sample programs of the developer pages, for readers to download from the running service. The same
 * sources make the same bytes.
 */
export function packDownloads(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const client = [...compiledClient(), ...["package.json", "README.md"].map((name) => fileOf(CLIENT, name))];
  writeFileSync(path.join(folder, "points-service-client.tgz"), tgz("package", client));
  const programs = readdirSync(PROGRAMS).map((name) => fileOf(PROGRAMS, name));
  writeFileSync(path.join(folder, "points-samples.tgz"), tgz("points-samples", programs));
}

/** As npm reads it: JavaScript and types in dist. */
function compiledClient() {
  const work = path.join("dist", "client");
  rmSync(work, { recursive: true, force: true });
  const compiler = createRequire(path.resolve("package.json")).resolve("typescript/bin/tsc");
  const { status, stdout } = spawnSync(
    process.execPath,
    [compiler, "-p", path.join(CLIENT, "tsconfig.json"), "--outDir", work],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The TypeScript client does not compile:\n${stdout}`);
  const files = readdirSync(work).map((name) => fileOf(work, name, `dist/${name}`));
  rmSync(work, { recursive: true });
  return files;
}

function fileOf(folder, name, as = name) {
  return { name: as, content: readFileSync(path.join(folder, name)) };
}

const BLOCK = 512;

/** A compressed tar archive without times, owners or an order of its own. */
function tgz(root, files) {
  const sorted = [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
  const parts = sorted.flatMap(({ name, content }) => [
    header(`${root}/${name}`, content.length),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  // The byte that names the system which packed it.
  packed[9] = 255;
  return packed;
}

/** POSIX ustar. */
function header(name, size) {
  const block = Buffer.alloc(BLOCK);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(name, 0, 100);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write(" ".repeat(8), 148);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
