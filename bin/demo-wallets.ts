import { Command, InvalidArgumentError } from "commander";
import pg from "pg";
import { addDemoWallets } from "@/lib/demo/many-wallets";
import { systemClock } from "@/lib/platform/clock";
import { connectionConfig } from "@/lib/platform/database/connection";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { requireMigrated } from "@/lib/platform/database/migrate";
import { knowsSecret } from "@/lib/platform/database/prepare";
import { completeEnv, EnvError, EXIT_CODE_SETTINGS, env } from "@/lib/platform/env";

const PROGRESS_EVERY_MS = 1_000;

interface Options {
  count: number;
  first?: number;
  prefix: string;
  points: number;
  entries?: number;
}

const program = new Command("node bin/run.mjs demo-wallets")
  .usage("-- --count <number> [options]")
  .description(
    "Adds active Standard wallets with points to a running or stopped service, for load tests.\n" +
      "Wallet codes are <prefix>0000001, <prefix>0000002 …; mobile numbers 01200000001, 01200000002 …\n" +
      "Where wallets with the prefix exist already, it continues after the last of them.",
  )
  .requiredOption("--count <number>", "wallets to add", wholeNumber(1, 10_000_000))
  .option(
    "--first <number>",
    "number of the first wallet, for several of these commands at once",
    wholeNumber(1, 99_999_999),
  )
  .option(
    "--prefix <text>",
    "what the wallet codes begin with: up to 16 letters, digits or hyphens",
    prefix,
    "BENCH",
  )
  .option("--points <number>", "points in each wallet", wholeNumber(0, 1_000_000_000_000), 1_000_000)
  .option(
    "--entries <number>",
    "entries of each wallet, its points among them: rewards, redemptions, refunds and cancellations of the days before",
    wholeNumber(1, 600),
  )
  .addHelpText("after", "\nExample:\n  node bin/run.mjs demo-wallets --count 100000");

/** `node bin/run.mjs demo-wallets`. Progress goes to standard error, the outcome to standard output. */
async function main(): Promise<void> {
  const options = program.parse().opts<Options>();
  const { databaseUrl, dataDir } = env();
  const embedded =
    databaseUrl === undefined ? await startEmbedded({ dataDir, whenHeld: "share" }) : undefined;
  if (embedded !== undefined) completeEnv({ databaseUrl: embedded.url });
  await knowsSecret();
  try {
    await addWallets(options);
  } finally {
    await embedded?.stop();
  }
}

async function addWallets(options: Options): Promise<void> {
  const pool = new pg.Pool({ ...connectionConfig("demo-wallets"), max: 2 });
  // A connection that breaks is reported by the query that it breaks.
  pool.on("error", () => undefined);
  const startedAt = performance.now();
  let toldAt = startedAt;
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  try {
    await requireMigrated(pool);
    const { firstCode, lastCode } = await addDemoWallets({
      ...options,
      pool,
      clock: systemClock,
      onProgress: (made) => {
        if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
        toldAt = performance.now();
        console.error(`${made} of ${options.count} wallets after ${seconds()} s`);
      },
    });
    console.log(`Added ${options.count} wallets in ${seconds()} s: ${firstCode} to ${lastCode}`);
  } finally {
    await pool.end();
  }
}

function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,13}$/.test(text) || value < from || value > to) {
      throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`);
    }
    return value;
  };
}

function prefix(text: string): string {
  // A digit at the end would run into the wallets' numbers.
  if (!/^[A-Za-z0-9-]{0,15}[A-Za-z-]$/.test(text)) {
    throw new InvalidArgumentError("Give up to 16 letters, digits or hyphens that do not end in a digit.");
  }
  return text;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(error instanceof EnvError ? EXIT_CODE_SETTINGS : 1);
});
