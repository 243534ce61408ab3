import { Command, CommanderError } from "commander";
import { describeDatabaseError } from "@/lib/platform/database/errors";
import { MigrationError } from "@/lib/platform/database/migration";
import { EnvError, EXIT_CODE_SETTINGS } from "@/lib/platform/env";
import { isAdminError } from "@/lib/portal/acts/errors";
import { addBranchCommands } from "./branch";
import { addClientCommands } from "./client";
import { UsageError } from "./input";
import { addMerchantCommands } from "./merchant";
import { describeRefusal } from "./messages";
import { addProgrammeCommands } from "./programme";
import { CommandError } from "./session";
import { addUserCommands } from "./user";
import { addWalletCommands } from "./wallet";

/** Exit codes besides 0; those above 2 are of sysexits.h. */
const EXIT_CODE = {
  refused: 1,
  usage: 2,
  unavailable: 69,
  failed: 70,
  settings: EXIT_CODE_SETTINGS,
} as const;

const HELP = `
Works on the database of DATABASE_URL, or on the embedded one of DATA_DIR, whether the service is running or not.
Everything that is changed is in the audit log, as done by the system.

Exit codes: 0 done, 1 refused, 2 wrong usage, 69 database not reachable, 70 failed, 78 wrong settings.

First steps in an empty database:
  npm run admin -- merchant create --name-en "Nile Café" --name-ar "مقهى النيل"
  npm run admin -- branch create --merchant 1 --msisdn 01000000001 --name-en "Zamalek" --name-ar "الزمالك"
  npm run admin -- client create --merchant 1 --name "POS"
  npm run admin -- user create --username operator1 --name "Omar Said" --role programme_operator`;

function createProgram(): Command {
  const program = new Command("admin")
    .usage("<noun> <verb> [options]")
    .description("Administers the points service from the command line.")
    .option("--json", "print JSON for programs instead of text for people", false)
    .addHelpText("after", HELP)
    .showHelpAfterError("(add --help for what can be asked)")
    .exitOverride();
  addMerchantCommands(program);
  addBranchCommands(program);
  addClientCommands(program);
  addUserCommands(program);
  addProgrammeCommands(program);
  addWalletCommands(program);
  return program;
}

/** Says on standard error what went wrong, and returns the exit code for it. */
function explain(error: unknown): number {
  // Commander has said it already; asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODE.usage;
  if (error instanceof UsageError) return say(error.message, EXIT_CODE.usage);
  if (error instanceof EnvError) return say(error.message, EXIT_CODE.settings);
  if (isAdminError(error)) return say(describeRefusal(error), EXIT_CODE.refused);
  if (error instanceof CommandError || error instanceof MigrationError)
    return say(error.message, EXIT_CODE.refused);
  const kind = describeDatabaseError(error)?.kind;
  if (
    kind === "connection" ||
    kind === "timeout" ||
    kind === "resources" ||
    kind === "disk_full" ||
    kind === "read_only"
  )
    return say(
      "The database cannot be used at this moment. Nothing is known to be changed.",
      EXIT_CODE.unavailable,
    );
  return say(error instanceof Error ? (error.stack ?? error.message) : String(error), EXIT_CODE.failed);
}

function say(message: string, exitCode: number): number {
  console.error(message);
  return exitCode;
}

/**
 * Runs one command. Results go to standard output, errors to standard error. Connections stay open: a program closes
 * them when it ends (`closePools`).
 * @returns the exit code
 */
export async function runAdmin(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return explain(error);
  }
}
