import { redirect } from "next/navigation";
import { readOwnList } from "@/lib/areas/lists/portal";
import type { ListChoices, ListName } from "@/lib/areas/lists/schemas";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";

/** The user's choices for a list, for its page, which opens with the first view where its address says nothing. */
export async function openList(
  actor: PortalActor,
  { list, path, address }: { list: ListName; path: string; address: URLSearchParams },
): Promise<ListChoices> {
  const choices = await readOwnList(actor, list);
  const [first] = choices.views;
  if (first !== undefined && address.size === 0)
    redirect(`${path}?${new URLSearchParams({ ...first.filters, view: String(first.id) })}`);
  return choices;
}
