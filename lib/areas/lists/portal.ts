import { redirect } from "next/navigation";
import { prisma } from "@/lib/platform/database/pools";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { serveContract } from "@/lib/portal/serve";
import { lists } from "./contract";
import { changeListView, hideColumns, readListChoices, removeListView, saveListView } from "./list-choices";
import type { ListChoices, ListName } from "./schemas";

/** A list as the user has it. */
function readOwnList({ userId }: PortalActor, list: ListName): Promise<ListChoices> {
  return readListChoices(prisma(), { userId, list });
}

const ownOf = ({ actor, params }: { actor: PortalActor; params: { list: ListName } }) => ({
  userId: actor.userId,
  list: params.list,
});

export const listsPortal = serveContract(lists, {
  listChoices: ({ actor, params }) => readOwnList(actor, params.list),
  saveListView: (call) => saveListView(prisma(), ownOf(call), call.body),
  changeListView: (call) =>
    changeListView(prisma(), ownOf(call), { ...call.body, viewId: call.params.viewId }),
  removeListView: (call) => removeListView(prisma(), ownOf(call), call.params),
  hideColumns: (call) => hideColumns(prisma(), ownOf(call), call.body),
});

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
