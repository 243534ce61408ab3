import { Command, InvalidArgumentError } from "commander";
import { runBench } from "@/bench/run";

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("Give a whole number from 1.");
  return value;
}

const options = new Command("bench")
  .description("Measures the points operations against the least a server can do, taking turns in one run.")
  .option("--seconds <n>", "length of each turn", positive, 5)
  .option("--rounds <n>", "turns of each contender", positive, 3)
  .option("--connections <n>", "requests under way at once", positive, 64)
  .parse()
  .opts<{ seconds: number; rounds: number; connections: number }>();

await runBench(options);
