import pg from "pg";
import { serveRewards } from "./answer-server";

const CONNECTIONS = 16;

/** One call of a prepared function for each request: what a careful service without batches does. */
export function serveOneCall(databaseUrl: string): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  serveRewards(async ({ walletCode, points, reference }) => {
    const { rows } = await pool.query({
      name: "reward",
      text: "SELECT log_id, wallet_id, balance FROM reward($1, $2, $3)",
      values: [walletCode, points, reference],
    });
    const { log_id, wallet_id, balance } = rows[0];
    return { logId: Number(log_id), walletId: Number(wallet_id), balance: Number(balance) };
  });
}
