import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type ProgrammeView, programmeView } from "./programme-view";

/**
 * The programme's rules as they stand.
 * @throws AdminError forbidden
 */
export async function readProgramme({ database }: AdminContext, actor: AdminActor): Promise<ProgrammeView> {
  requirePermission(actor, "programme.read");
  return programmeView(await database.programme.findUniqueOrThrow({ where: { id: 1 } }));
}
