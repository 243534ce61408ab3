import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { WRITTEN_ADDRESS } from "@/lib/points-api/developer-pages";
import { tgz } from "./tgz.mjs";

const PROGRAMS = path.join(process.cwd(), "docs", "api", "programs");

/** The sample programs of the developer pages as one archive; they call the service at `address`. */
export async function packSamples(address: string): Promise<Buffer> {
  const names = await readdir(PROGRAMS);
  const files = names.map(async (name) => {
    const written = await readFile(path.join(PROGRAMS, name), "utf8");
    return { name, content: Buffer.from(written.replaceAll(WRITTEN_ADDRESS, address)) };
  });
  return tgz("points-samples", await Promise.all(files));
}
