import type { CsvColumn } from "@/lib/platform/csv";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { digitSpellings } from "@/lib/platform/digits";
import { formatOffsetDateTime } from "@/lib/platform/time";
import { type AdminActor, requirePermission, requireReach } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, person, personName } from "@/lib/portal/acts/person";
import type { Role } from "@/lib/portal/acts/roles";
import type { Person } from "@/lib/portal/acts/second-persons";
import { readNewcomers } from "./confirm";
import type { LinkPurpose } from "./links";
import { requireOwnUser, USER_PARTS, type UserView, userView } from "./user";

interface UserSearchInput {
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
  /** In the reader's language. */
  shownName: string;
  /** The link that waits to be used, whose token nobody knows any more. */
  link: { purpose: LinkPurpose; expiresAt: Date } | null;
  /** Whether they have chosen a password and not lost it to a reset. */
  hasPassword: boolean;
  /** Person who saw the last link by which the user chooses or chose a password; null when there was none. */
  linkShownTo: Person | null;
  openSessions: number;
  /** Until when the user's rights are new; null where they are not. */
  newUntil: Date | null;
  /** Whether the reader may agree to the user as a second person. */
  mayConfirm: boolean;
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
  requireReach(actor, "user.read", merchantId);
  const users = await readStaff(context, actor, {
    where: {
      kind: "portal",
      ...(merchantId !== undefined && { merchantId }),
      ...(role !== undefined && { role }),
      ...(isActive !== undefined && { isActive }),
      ...(text !== undefined &&
        text !== "" && { OR: [...anywhere(text), { id: { in: await namedAlike(context, text) } }] }),
      ...(person !== undefined && { AND: { id: person } }),
      ...(after !== undefined && { id: { gt: after } }),
    },
    take: PAGE_SIZE + 1,
  });
  const shown = users.slice(0, PAGE_SIZE);
  return { users: shown, nextAfter: users.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

/** People whose names are found by the text as customers' names are: words written together or apart. */
async function namedAlike({ database }: AdminContext, text: string): Promise<number[]> {
  const rows = await database.$queryRaw<{ id: number }[]>`
    SELECT id FROM app_user WHERE kind = 'portal' AND (name_keys(name) @@ name_query(${text}) OR name_keys(name_ar) @@ name_query(${text}))`;
  return rows.map(({ id }) => id);
}

function anywhere(text: string): Prisma.UserWhereInput[] {
  return digitSpellings(text).flatMap((contains) => {
    const part = { contains, mode: "insensitive" } as const;
    return [{ name: part }, { nameAr: part }, { username: part }];
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
  const newcomerOf = await readNewcomers(database, actor.userId, clock.now());
  const rows = await database.user.findMany({
    where,
    take,
    include: {
      ...USER_PARTS,
      userLink: { select: { purpose: true, expiresAt: true } },
      accessGrants: {
        where: { how: "link_shown" },
        select: { by: { select: PERSON } },
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
      shownName: personName(user),
      linkShownTo: lastLink === undefined ? null : person(lastLink.by),
      openSessions: sessions.length,
      ...newcomerOf(row.id),
    };
  });
}

/**
 * The portal users of a merchant, or everybody for an operator. By number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listUsers(
  { database }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined }: { merchantId?: number | undefined } = {},
): Promise<UserView[]> {
  requireReach(actor, "user.read", merchantId);
  const rows = await database.user.findMany({
    where: { kind: "portal", ...(merchantId !== undefined && { merchantId }) },
    include: USER_PARTS,
    orderBy: { id: "asc" },
  });
  return rows.map(userView);
}

/**
 * Some portal users as they are now, by number; those of other merchants are left out. That it was asked for, and of whom, is in
 * the audit log before the first one is given out.
 * @throws AdminError forbidden
 */
export function exportUsers(
  context: AdminContext,
  actor: AdminActor,
  { ids }: { ids: readonly number[] },
): Promise<UserView[]> {
  const { merchantId } = actor;
  return administer(context, actor, "user.export", async ({ tx, record }) => {
    const rows = await tx.user.findMany({
      where: { kind: "portal", id: { in: [...ids] }, ...(merchantId !== null && { merchantId }) },
      include: USER_PARTS,
      orderBy: { id: "asc" },
    });
    const after = { chosen: rows.map(({ id }) => id) };
    await record({ subject: "user", subjectId: "*", merchantId, before: null, after });
    return rows.map(userView);
  });
}

/** The columns of the file of chosen staff. */
export function staffColumns(zone: string): CsvColumn<UserView>[] {
  return [
    { header: { en: "Name", ar: "الاسم" }, cell: ({ name }) => name },
    { header: { en: "Name in Arabic", ar: "الاسم بالعربية" }, cell: ({ nameAr }) => nameAr },
    { header: { en: "User name", ar: "اسم المستخدم" }, cell: ({ username }) => username },
    { header: { en: "E-mail", ar: "البريد الإلكتروني" }, cell: ({ email }) => email },
    { header: { en: "Role", ar: "الدور" }, cell: ({ role }) => role },
    { header: { en: "Active", ar: "مفعّل" }, cell: ({ isActive }) => isActive },
    {
      header: { en: "Two-step sign-in", ar: "التحقق بخطوتين" },
      cell: ({ twoFactorEnabled }) => twoFactorEnabled,
    },
    {
      header: { en: "Last active", ar: "آخر نشاط" },
      cell: ({ lastActiveAt }) => lastActiveAt && formatOffsetDateTime(lastActiveAt, zone),
    },
  ];
}
