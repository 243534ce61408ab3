import { gzipSync } from "node:zlib";

const BLOCK = 512;

/** A compressed tar archive without times, owners or an order of its own. */
export function tgz(root, files) {
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
