import type { PortalActor } from "@/lib/areas/portal-actor";
import { prisma } from "@/lib/platform/database/pools";
import { changeListView, hideColumns, readListChoices, removeListView, saveListView } from "./list-choices";
import type { ChangeListView, ListChoices, ListName, SaveListView } from "./schemas";

/** What the user has made of a list. */
export function readOwnList({ userId }: PortalActor, list: ListName): Promise<ListChoices> {
  return readListChoices(prisma(), { userId, list });
}

type Call<Input> = { actor: PortalActor; params: { list: ListName } & Input };
const ownOf = ({ actor: { userId }, params: { list } }: Call<object>) => ({ userId, list });

export function saveOwnView(call: Call<object> & { body: SaveListView }): Promise<ListChoices> {
  return saveListView(prisma(), ownOf(call), call.body);
}

export function changeOwnView(
  call: Call<{ viewId: number }> & { body: ChangeListView },
): Promise<ListChoices> {
  return changeListView(prisma(), ownOf(call), { ...call.body, viewId: call.params.viewId });
}

export function removeOwnView(call: Call<{ viewId: number }>): Promise<ListChoices> {
  return removeListView(prisma(), ownOf(call), { viewId: call.params.viewId });
}

export function hideOwnColumns(
  call: Call<object> & { body: { hiddenColumns: string[] } },
): Promise<ListChoices> {
  return hideColumns(prisma(), ownOf(call), call.body);
}
