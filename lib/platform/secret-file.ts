import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * The secret kept in `file`, made at first use: 256 random bits as hexadecimal text, readable by the owner only.
 * Two processes that ask at the same moment get the same secret.
 */
export function readOrCreateSecret(file: string): Promise<string> {
  return readOrCreateFile(file, () => randomBytes(32).toString("hex"));
}

/** Content of `file`, from `make` at first use, readable by the owner only. Two processes that ask at the same moment get the same. */
export async function readOrCreateFile(file: string, make: () => string): Promise<string> {
  const found = await readSecret(file);
  if (found !== undefined) return found;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${make().trim()}\n`, { mode: 0o600, flush: true });
  try {
    // A link fails when the name is taken, so a secret that is in use is never replaced.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const kept = await readSecret(file);
  if (kept === undefined) throw new Error(`${file} is empty. Restore it from a backup or remove it.`);
  return kept;
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, "utf8")).trim();
    return text === "" ? undefined : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
