import type { Prisma } from "@/lib/platform/database/generated/client";
import { digitSpellings } from "@/lib/platform/digits";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { Role } from "@/lib/portal/acts/roles";
import type { Person } from "@/lib/portal/acts/second-persons";
import type { LinkPurpose } from "./user-link";
import { requireOwnUser, USER_PARTS, type UserView } from "./user-view";

export interface UserSearchInput {
  /** Absent: the actor's own merchant, or everybody for an operator. */
  merchantId?: number | undefined;
  role?: Role | undefined;
  isActive?: boolean | undefined;
  /** This user only. */
  person?: number | undefined;
  /** A part of the name or the user name, in whatever case. */
  text?: string | undefined;
  /** The last user of the page before. */
  after?: number | undefined;
}

/** A user among the staff, with how they stand at the door. */
export interface StaffView extends UserView {
  /** The link that waits to be used, whose token nobody knows any more. */
  link: { purpose: LinkPurpose; expiresAt: Date } | null;
  /** Whether they have chosen a password and not lost it to a reset. */
  hasPassword: boolean;
  /** Person who saw the last link by which the user chooses or chose a password; null when there was none. */
  linkShownTo: Person | null;
  openSessions: number;
}

const PAGE_SIZE = 50;

/**
 * The staff that matches, by number, page by page.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function searchUsers(
  context: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined, role, isActive, person, text, after }: UserSearchInput,
): Promise<{ users: StaffView[]; nextAfter: number | null }> {
  requirePermission(actor, "user.read");
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  const users = await readStaff(context, actor, {
    where: {
      kind: "portal",
      ...(merchantId !== undefined && { merchantId }),
      ...(role !== undefined && { role }),
      ...(isActive !== undefined && { isActive }),
      ...(text !== undefined && text !== "" && { OR: anywhere(text) }),
      ...(person !== undefined && { AND: { id: person } }),
      ...(after !== undefined && { id: { gt: after } }),
    },
    take: PAGE_SIZE + 1,
  });
  const shown = users.slice(0, PAGE_SIZE);
  return { users: shown, nextAfter: users.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

function anywhere(text: string): Prisma.UserWhereInput[] {
  return digitSpellings(text).flatMap((contains) => {
    const part = { contains, mode: "insensitive" } as const;
    return [{ name: part }, { username: part }];
  });
}

/** @throws AdminError forbidden, not_found */
export async function readUser(context: AdminContext, actor: AdminActor, userId: number): Promise<StaffView> {
  requirePermission(actor, "user.read");
  const [user] = await readStaff(context, actor, { where: { id: userId, kind: "portal" }, take: 1 });
  if (user === undefined) throw new AdminError("not_found", { subject: "user" });
  return user;
}

async function readStaff(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { where, take }: { where: Prisma.UserWhereInput; take: number },
): Promise<StaffView[]> {
  const isOpen = { expiresAt: { gt: clock.now() } };
  const rows = await database.user.findMany({
    where,
    take,
    include: {
      ...USER_PARTS,
      userLink: { select: { purpose: true, expiresAt: true } },
      accessGrants: {
        where: { how: "link_shown" },
        select: { by: { select: { id: true, name: true } } },
        orderBy: { id: "desc" },
        take: 1,
      },
      sessions: { where: isOpen, select: { updatedAt: true }, orderBy: { updatedAt: "desc" } },
      _count: { select: { accounts: true } },
    },
    orderBy: { id: "asc" },
  });
  return rows.map(({ userLink, accessGrants: [lastLink], sessions, _count, ...row }) => {
    const user = requireOwnUser(row, actor, clock.now());
    return {
      ...user,
      lastActiveAt: sessions[0]?.updatedAt ?? user.lastActiveAt,
      link: userLink && { ...userLink, purpose: userLink.purpose as LinkPurpose },
      hasPassword: _count.accounts > 0,
      linkShownTo: lastLink?.by ?? null,
      openSessions: sessions.length,
    };
  });
}
