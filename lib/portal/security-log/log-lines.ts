import { appendFile, mkdir } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { wholeUpTo } from "@/lib/log/tail";
import { sender } from "@/lib/platform/database/sender";
import { withSessionLock } from "@/lib/platform/session-lock";

const JOB = "security-log";
const PAGE = 500;

/** Where the lines go: standard output, or a file that they are added to. */
export type LineTarget = "stdout" | (string & {});

/**
 * Hands the events that were added since the last time to collectors as JSON lines, each marked `"log":"security"`, in the order
 * of their numbers. How far that was done is kept in the database: whatever process does it next goes on from there. An event is
 * handed on twice when a process dies between the two, and never left out.
 * @returns how many; null when another process is at it
 */
export async function writeSecurityLog(pool: Pool, target: LineTarget): Promise<number | null> {
  return withSessionLock(pool, [JOB, 0], async (client) => {
    const send = sender(client);
    const { rows } = await send({
      text: "SELECT coalesce((detail ->> 'id')::bigint, 0) AS id FROM job_run WHERE name = $1",
      values: [JOB],
    });
    let after = (rows as { id: number }[])[0]?.id ?? 0;
    let count = 0;
    const whole = await wholeUpTo(pool, after, "security_event");
    while (after < whole) {
      const { rows: events } = await send({
        text: `SELECT e.id, (jsonb_build_object('log', 'security') || jsonb_strip_nulls(to_jsonb(e)))::text AS line
                 FROM security_event e WHERE e.id > $1 AND e.id <= $2 ORDER BY e.id LIMIT ${PAGE}`,
        values: [after, whole],
      });
      const part = events as { id: number; line: string }[];
      const last = part.at(-1);
      if (last === undefined) break;
      await write(target, part.map(({ line }) => `${line}\n`).join(""));
      await send({
        text: `INSERT INTO job_run (name, detail) VALUES ($1, jsonb_build_object('id', $2::bigint))
               ON CONFLICT (name) DO UPDATE SET detail = excluded.detail`,
        values: [JOB, last.id],
      });
      after = last.id;
      count += part.length;
    }
    return count;
  });
}

async function write(target: LineTarget, text: string): Promise<void> {
  if (target === "stdout") {
    await new Promise<void>((resolve, reject) =>
      process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
    );
    return;
  }
  await mkdir(path.dirname(target), { recursive: true });
  await appendFile(target, text, { mode: 0o600 });
}
