import type { AdminActor } from "@/lib/areas/actor";
import { adminContext } from "@/lib/portal/administration";
import type { TillList } from "./schemas";
import { listTills } from "./tills";

/** The registered tills that the actor may know of, and whether cashiers need one. */
export async function readTills(actor: AdminActor): Promise<TillList> {
  const context = adminContext();
  const [tills, { tillsNeedRegistration, version }] = await Promise.all([
    listTills(context, actor),
    context.database.programme.findUniqueOrThrow({
      where: { id: 1 },
      select: { tillsNeedRegistration: true, version: true },
    }),
  ]);
  return {
    isNeeded: tillsNeedRegistration,
    version,
    tills: tills.map(({ registeredAt, lastUsedAt, ...till }) => ({
      ...till,
      registeredAt: registeredAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}
