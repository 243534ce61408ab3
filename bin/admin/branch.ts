import type { Command } from "commander";
import { createBranch, deactivateBranch, listBranches } from "@/lib/areas/branches/branches";
import { readBranchImpact } from "@/lib/areas/branches/read";
import {
  type BranchImpact,
  type BranchView,
  target as branchTarget,
  create,
} from "@/lib/areas/branches/record";
import { number, parseInput } from "./input";
import { addList } from "./list";
import { printFields, type Row } from "./output";
import { withDatabase } from "./session";

export function addBranchCommands(program: Command): void {
  const branch = program.command("branch").description("Branches: where points are earned and spent");

  branch
    .command("create")
    .description("Open a branch; API clients for all branches act for it at once")
    .requiredOption("--merchant <merchant>", "number of its merchant", number)
    .requiredOption("--msisdn <number>", "mobile number that identifies it to POS systems (BranchMsisdn)")
    .requiredOption("--name-en <name>", "name in English")
    .requiredOption("--name-ar <name>", "name in Arabic")
    .option("--address-en <address>", "address in English")
    .option("--address-ar <address>", "address in Arabic")
    .option("--phone <number>", "telephone number for customers")
    .option("--latitude <degrees>", "north of the equator, such as 30.044420", number)
    .option("--longitude <degrees>", "east of Greenwich, such as 31.235712", number)
    .addHelpText(
      "after",
      '\nExample:\n  npm run admin -- branch create --merchant 1 --msisdn 01000000099 --name-en "Zamalek" --name-ar "الزمالك"',
    )
    .action(async (_options, command: Command) => {
      const { json, merchant, ...options } = command.optsWithGlobals();
      const input = parseInput(create, { ...options, merchantId: merchant });
      const created = await withDatabase(({ context, actor }) => createBranch(context, actor, input));
      printFields({ isJson: json }, "Branch opened.", created, branchRow(created));
    });

  addList(branch, "All branches, or those of one merchant", { list: listBranches, rowOf: branchRow });

  branch
    .command("deactivate")
    .description("Close a branch: operations from it are refused, deals no longer list it")
    .argument("<branch>", "number of the branch", number)
    .action(async (branchId: unknown, _options, command: Command) => {
      const target = parseInput(branchTarget, { branchId });
      const { closed, impact } = await withDatabase(async ({ context, actor }) => ({
        impact: await readBranchImpact(context, actor, target.branchId),
        closed: await deactivateBranch(context, actor, target),
      }));
      printFields(
        { isJson: command.optsWithGlobals().json },
        "Branch closed.",
        { branch: closed, impact },
        { ...branchRow(closed), ...impactRow(impact) },
      );
    });
}

function branchRow({ id, merchantId, msisdn, nameEn, nameAr, isActive }: BranchView): Row {
  return { branch: id, merchant: merchantId, msisdn, nameEn, nameAr, active: isActive };
}

function impactRow({ cashiers, clients, deals }: BranchImpact): Row {
  return {
    "cashiers left without a branch": cashiers.map(({ name }) => name),
    "API clients left without a branch": clients.map(({ name }) => name),
    "deals offered nowhere else": deals.map(({ titleEn }) => titleEn),
  };
}
