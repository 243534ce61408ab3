import type { Pool } from "pg";
import { NO_TIMEOUT_MS, sender } from "./database/sender";
import { checkOut, SET_TIME_LIMITS } from "./transaction";

/**
 * The rows of a statement part by part, as of one moment, without holding more of them than `partSize`: for what is too long to be
 * read at once, and takes longer than a request may. bigint comes as whole numbers. The connection is given back when the rows
 * end, when the reader goes away and when it fails.
 */
export async function* readByCursor<Row>(
  pool: Pool,
  { text, values, partSize }: { text: string; values: readonly unknown[]; partSize: number },
): AsyncGenerator<Row[]> {
  const { client, release } = await checkOut(pool);
  let broken: Error | boolean = true;
  try {
    const send = sender(client, NO_TIMEOUT_MS);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(SET_TIME_LIMITS, ["0ms"]);
    await send({ text: `DECLARE part_by_part NO SCROLL CURSOR FOR ${text}`, values: [...values] });
    for (;;) {
      const { rows } = await send({ text: `FETCH ${partSize} FROM part_by_part` });
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < partSize) break;
    }
    await client.query("COMMIT");
    broken = false;
  } finally {
    release(broken);
  }
}
