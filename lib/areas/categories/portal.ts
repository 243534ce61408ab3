import type { AdminActor } from "@/lib/areas/actor";
import { adminContext } from "@/lib/portal/administration";
import { services } from "@/lib/services";
import { listCategories } from "./categories";
import type { DeskCategory } from "./schemas";

/** The categories with the deals that are in them. A change is seen by this process from now on. */
export async function readCategories(actor: AdminActor): Promise<{ categories: DeskCategory[] }> {
  services().deals.forget();
  return { categories: await listCategories(adminContext(), actor) };
}
