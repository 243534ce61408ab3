import type { Command } from "commander";
import * as z from "zod/mini";
import { target as merchantTarget } from "@/lib/areas/merchants/record";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { number, parseInput } from "./input";
import { printRows, type Row } from "./output";
import { withDatabase } from "./session";

/** Adds the command `list`, of all merchants or of one. */
export function addList<Found>(
  of: Command,
  description: string,
  {
    list,
    rowOf,
  }: {
    list(
      context: AdminContext,
      actor: AdminActor,
      filter: { merchantId?: number | undefined },
    ): Promise<Found[]>;
    rowOf(found: Found): Row;
  },
): void {
  of.command("list")
    .description(description)
    .option("--merchant <merchant>", "number of the merchant", number)
    .action(async (_options, command: Command) => {
      const { json, merchant } = command.optsWithGlobals();
      const filter = parseInput(z.partial(merchantTarget), { merchantId: merchant });
      const found = await withDatabase(({ context, actor }) => list(context, actor, filter));
      printRows({ isJson: json }, found, found.map(rowOf));
    });
}
