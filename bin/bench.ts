import { Command, InvalidArgumentError } from "commander";
import { runBench } from "@/bench/run";

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("Give a whole number from 1.");
  return value;
}

const program = new Command("bench").description("Measures the service on this machine.");

program
  .command("points", { isDefault: true })
  .description("The points operations against the least a server can do, taking turns in one run.")
  .option("--seconds <n>", "length of each turn", positive, 5)
  .option("--rounds <n>", "turns of each contender", positive, 3)
  .option("--connections <n>", "requests under way at once", positive, 64)
  .action((options: { seconds: number; rounds: number; connections: number }) => runBench(options));

program
  .command("portal")
  .description(
    "What a cashier waits for, in a real browser: from the scan to the wallet, from Enter to the success.",
  )
  .option("--customers <n>", "customers who are served", positive, 40)
  .action(async (options: { customers: number }) => {
    // A browser is needed for this one only.
    const { measurePortal } = await import("@/bench/portal");
    await measurePortal(options);
  });

await program.parseAsync();
