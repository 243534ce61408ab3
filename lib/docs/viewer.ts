import { readFile } from "node:fs/promises";
import path from "node:path";

/** The viewer's files as its package brings them; nothing is fetched from anywhere else. */
const FOLDER = path.join(process.cwd(), "node_modules", "swagger-ui-dist");

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

let version: Promise<string> | undefined;

/** The viewer's version. The version is part of its files' addresses, so that browsers may keep them for ever. */
export function viewerVersion(): Promise<string> {
  version ??= readVersion();
  return version;
}

/** One of the viewer's files with its content type, or null for any other name. */
export async function viewerFile(name: string): Promise<{ body: Buffer; contentType: string } | null> {
  const contentType = Object.hasOwn(CONTENT_TYPES, name) ? CONTENT_TYPES[name] : undefined;
  if (contentType === undefined) return null;
  return { body: await readFile(path.join(FOLDER, name)), contentType };
}

async function readVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(FOLDER, "package.json"), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
