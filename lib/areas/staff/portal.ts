import type { PortalActor } from "@/lib/areas/portal-actor";
import { readProgramme } from "@/lib/areas/programme/read-programme";
import { adminContext } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import type { StaffLink, StaffMember, StaffPage, StaffPolicy, StaffSearch } from "./desk-schemas";
import { readUser, type StaffView, searchUsers } from "./search-users";
import type { IssuedLink } from "./user-link";

/** A page of the staff. Throws PortalRefusal `forbidden` for a foreign merchant. */
export async function readStaffPage(
  actor: PortalActor,
  { merchant: merchantId, status, ...search }: StaffSearch,
): Promise<StaffPage> {
  if (merchantId !== undefined) requireMerchant(actor, merchantId);
  const isActive = status === undefined ? undefined : status === "active";
  const { users, nextAfter } = await searchUsers(adminContext(), actor, { ...search, merchantId, isActive });
  return { users: users.map(serializeStaff), nextAfter };
}

/** One of the staff as they are now. */
export async function readStaffMember(actor: PortalActor, userId: number): Promise<StaffMember> {
  return serializeStaff(await readUser(adminContext(), actor, userId));
}

/** A link that was just issued, with whom it is for. */
export async function staffLink(actor: PortalActor, userId: number, link: IssuedLink): Promise<StaffLink> {
  const user = await readStaffMember(actor, userId);
  return { user, link: { ...link, expiresAt: link.expiresAt.toISOString() } };
}

/** What the programme asks of everybody who administers. */
export async function readStaffPolicy(actor: PortalActor): Promise<StaffPolicy> {
  return readProgramme(adminContext(), actor);
}

function serializeStaff({ lastActiveAt, link, ...user }: StaffView): StaffMember {
  return {
    ...user,
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
    link: link && { ...link, expiresAt: link.expiresAt.toISOString() },
  };
}
