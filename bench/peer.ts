import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Requests } from "./load";
import type { Repeated } from "./twice";
import type { Target } from "./world";

/**
 * Another product on this machine that gives points over HTTP, started and filled by whoever compares it: Medusa's loyalty plugin by its
 * own route, for one. `{account}` and `{reference}` stand for one of its accounts and for a text of each request's own.
 */
const peerSchema = z.strictObject({
  name: z.string(),
  /** Its main process, whose processor time and memory are counted with those below it. */
  pid: z.int().positive(),
  port: z.int().positive(),
  path: z.string().startsWith("/"),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.unknown()),
  accounts: z.array(z.string()).min(1),
});

export interface Peer extends Target {
  name: string;
  requests: Requests;
  repeated: Repeated;
}

/** Reads the description of a peer: a JSON file. */
export function readPeer(file: string): Peer {
  const { name, pid, port, path, headers, body, accounts } = peerSchema.parse(
    JSON.parse(readFileSync(file, "utf8")),
  );
  let sent = 0;
  const next = (): Repeated => {
    sent += 1;
    const account = accounts[Math.floor(Math.random() * accounts.length)] ?? "";
    const fill = (text: string) =>
      text.replaceAll("{account}", account).replaceAll("{reference}", `bench-${process.pid}-${sent}`);
    return { path: fill(path), headers, body: fill(JSON.stringify(body)) };
  };
  return {
    name,
    pid,
    port,
    repeated: next(),
    requests: { status: "200", next: () => bytesOf(next()) },
  };
}

function bytesOf({ path, headers, body }: Repeated): Buffer {
  const all = {
    Host: "127.0.0.1",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}
