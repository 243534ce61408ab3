import type { Command } from "commander";
import { createMerchant, listMerchants } from "@/lib/areas/merchants/merchants";
import type { MerchantView } from "@/lib/areas/merchants/record";
import { create } from "@/lib/areas/merchants/record";
import { number, parseInput } from "./input";
import { printFields, printRows, type Row } from "./output";
import { withDatabase } from "./session";

export function addMerchantCommands(program: Command): void {
  const merchant = program.command("merchant").description("Merchants: who takes part in the programme");

  merchant
    .command("create")
    .description("Add a merchant")
    .requiredOption("--name-en <name>", "name in English")
    .requiredOption("--name-ar <name>", "name in Arabic")
    .option("--refund-window-days <days>", "days in which a redemption can be refunded (default: 90)", number)
    .option(
      "--return-window-days <days>",
      "days in which goods of a reward can come back (default: 90)",
      number,
    )
    .option("--refund-same-branch-only", "refunds and returns only at the branch of the sale")
    .addHelpText(
      "after",
      '\nExample:\n  npm run admin -- merchant create --name-en "Nile Café" --name-ar "مقهى النيل"',
    )
    .action(async (_options, command: Command) => {
      const { json, ...options } = command.optsWithGlobals();
      const input = parseInput(create, options);
      const created = await withDatabase(({ context, actor }) => createMerchant(context, actor, input));
      printFields({ isJson: json }, "Merchant created.", created, merchantRow(created));
    });

  merchant
    .command("list")
    .description("All merchants")
    .action(async (_options, command: Command) => {
      const found = await withDatabase(({ context, actor }) => listMerchants(context, actor));
      printRows({ isJson: command.optsWithGlobals().json }, found, found.map(merchantRow));
    });
}

function merchantRow({
  id,
  nameEn,
  nameAr,
  refundWindowDays,
  returnWindowDays,
  ripeningDays,
  isActive,
}: MerchantView): Row {
  return { merchant: id, nameEn, nameAr, refundWindowDays, returnWindowDays, ripeningDays, active: isActive };
}
