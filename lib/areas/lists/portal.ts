import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import { prisma } from "@/lib/platform/database/pools";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { serveContract } from "@/lib/portal/serve";
import { lists } from "./contract";
import {
  type ChangeListView,
  type ListChoices,
  type ListName,
  type SaveListView,
  VIEWS_MAX,
} from "./schemas";

/** A list as the user has it. */
export function readOwnList({ userId }: PortalActor, list: ListName): Promise<ListChoices> {
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

/** One person's choices for one list (rules.md §17). Another's is never reached: every statement names the person. */
interface OwnList {
  userId: number;
  list: ListName;
}

type Reader = Pick<Prisma.TransactionClient, "listView" | "listColumns">;

/** A person's choices for a list; empty for a person without any. */
async function readListChoices(database: Reader, own: OwnList): Promise<ListChoices> {
  const { userId, list } = own;
  const [views, columns] = await Promise.all([
    database.listView.findMany({ where: { userId, list }, orderBy: [{ place: "asc" }, { id: "asc" }] }),
    database.listColumns.findUnique({ where: { userId_list: { userId, list } } }),
  ]);
  return {
    views: views.map(({ id, name, filters, hiddenColumns }) => ({
      id,
      name,
      // Checked when it was written.
      filters: filters as Record<string, string>,
      hiddenColumns,
    })),
    hiddenColumns: columns?.hidden ?? [],
  };
}

/**
 * Saves a view behind the others.
 * @throws AdminError list_views_full, taken (the name, in whatever case)
 */
function saveListView(database: PrismaClient, own: OwnList, view: SaveListView): Promise<ListChoices> {
  return change(database, own, async (tx, views) => {
    if (views.length >= VIEWS_MAX) throw new AdminError("list_views_full", { max: VIEWS_MAX });
    requireFree(views, view.name);
    const place = Math.max(0, ...views.map((one) => one.place)) + 1;
    await tx.listView.create({ data: { ...own, ...view, place } });
  });
}

/**
 * Renames a view, gives it other filters or columns, or puts it first.
 * @throws AdminError not_found, taken
 */
function changeListView(
  database: PrismaClient,
  own: OwnList,
  { viewId, isFirst, name, filters, hiddenColumns }: ChangeListView & { viewId: number },
): Promise<ListChoices> {
  return change(database, own, async (tx, views) => {
    requireOne(views, viewId);
    if (name !== undefined)
      requireFree(
        views.filter(({ id }) => id !== viewId),
        name,
      );
    await tx.listView.update({
      where: { id: viewId },
      data: {
        ...(name !== undefined && { name }),
        ...(filters !== undefined && { filters }),
        ...(hiddenColumns !== undefined && { hiddenColumns }),
        ...(isFirst && { place: Math.min(...views.map(({ place }) => place)) - 1 }),
      },
    });
  });
}

/** @throws AdminError not_found */
function removeListView(
  database: PrismaClient,
  own: OwnList,
  { viewId }: { viewId: number },
): Promise<ListChoices> {
  return change(database, own, async (tx, views) => {
    requireOne(views, viewId);
    await tx.listView.delete({ where: { id: viewId } });
  });
}

/** Keeps which columns the list does without while no view is chosen. */
async function hideColumns(
  database: PrismaClient,
  own: OwnList,
  { hiddenColumns: hidden }: { hiddenColumns: string[] },
): Promise<ListChoices> {
  await database.listColumns.upsert({
    where: { userId_list: own },
    create: { ...own, hidden },
    update: { hidden },
  });
  return readListChoices(database, own);
}

interface PlacedView {
  id: number;
  name: string;
  place: number;
}

/** One change at a time of what is one person's, so that what was counted still holds. */
function change(
  database: PrismaClient,
  own: OwnList,
  work: (tx: Prisma.TransactionClient, views: readonly PlacedView[]) => Promise<void>,
): Promise<ListChoices> {
  return database.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${own.userId} FOR NO KEY UPDATE`;
    await work(
      tx,
      await tx.listView.findMany({ where: { ...own }, select: { id: true, name: true, place: true } }),
    );
    return readListChoices(tx, own);
  });
}

function requireOne(views: readonly PlacedView[], viewId: number): void {
  if (!views.some(({ id }) => id === viewId)) throw new AdminError("not_found", { subject: "list_view" });
}

function requireFree(views: readonly PlacedView[], name: string): void {
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase()))
    throw new AdminError("taken", { field: "name" });
}
