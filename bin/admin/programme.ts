import type { Command } from "commander";
import { readProgramme } from "@/lib/areas/programme/programme";
import { listSegments } from "@/lib/areas/programme/segments";
import { printFields, printRows } from "./output";
import { withDatabase } from "./session";

export function addProgrammeCommands(program: Command): void {
  const programme = program.command("programme").description("The programme's rules and segments");

  programme
    .command("show")
    .description("The rules and the segments as they stand")
    .action(async (_options, command: Command) => {
      const { json: isJson } = command.optsWithGlobals();
      const [rules, segments] = await withDatabase(({ context, actor }) =>
        Promise.all([readProgramme(context, actor), listSegments(context, actor)]),
      );
      printFields({ isJson }, "Programme", { programme: rules, segments }, { ...rules });
      if (isJson) return;
      console.log("\nSegments");
      printRows(
        { isJson },
        segments,
        segments.map(({ segmentId, nameEn, nameAr, value, rewardFactor, redeemFactor, ...rest }) => ({
          segment: segmentId,
          nameEn,
          nameAr,
          value,
          rewardFactor,
          redeemFactor,
          redeemThreshold: rest.redeemThreshold,
          bonusPoints: rest.bonusPoints,
          default: rest.isDefault,
        })),
      );
    });
}
