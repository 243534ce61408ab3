import { createHash, randomBytes } from "node:crypto";
import type { Act, Transaction } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { noteAccess } from "./admin-guard";
import type { UserView } from "./user-view";

/** Purpose of a link: the first password, or a new one. */
export type LinkPurpose = "invite" | "reset";

/** A link as it is handed over, once: the database keeps only a hash of its token. */
export interface IssuedLink {
  purpose: LinkPurpose;
  token: string;
  expiresAt: Date;
}

const HOUR_MS = 60 * 60 * 1000;
/** New users may read their messages days later; users without access are waiting. */
const LIFETIME_MS: Record<LinkPurpose, number> = { invite: 7 * 24 * HOUR_MS, reset: 24 * HOUR_MS };
/** 256 bits: nobody guesses one, so guesses need not be counted. */
const TOKEN_BYTES = 32;

/** Gives a user a link, in place of any they had. Under the user's lock. */
export async function issueLink(
  act: Act,
  {
    user,
    purpose,
    approvedBy = null,
  }: {
    user: Pick<UserView, "id" | "email" | "name">;
    purpose: LinkPurpose;
    approvedBy?: number | null | undefined;
  },
): Promise<IssuedLink> {
  const { tx, now, actor } = act;
  const { id: userId } = user;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  const made = { createdBy: actor.userId, approvedBy, createdAt: now };
  const link = { purpose, tokenHash: hashToken(token), expiresAt, ...made };
  await tx.userLink.upsert({ where: { userId }, create: { userId, ...link }, update: link });
  // The maker of a link sees it, and could use it.
  await noteAccess(act, userId, "link_shown", approvedBy);
  return { purpose, token, expiresAt };
}

/** The user of a link. */
export interface LinkHolder {
  userId: number;
  /** The person who made the link and saw it, and the one who approved that. */
  createdBy: number;
  approvedBy: number | null;
  purpose: LinkPurpose;
  name: string;
  username: string;
  role: string;
  merchantId: number | null;
  merchant: { nameEn: string; nameAr: string } | null;
}

/** The user of the token, if it is valid and the user has access. */
export async function findLinkHolder(
  database: Pick<Transaction, "userLink">,
  token: string,
  now: Date,
): Promise<LinkHolder> {
  const link = await database.userLink.findUnique({
    where: { tokenHash: hashToken(token) },
    include: {
      user: { include: { merchant: { select: { nameEn: true, nameAr: true, isActive: true } } } },
    },
  });
  const { user } = link ?? {};
  const isWelcome = user?.isActive === true && user.kind === "portal" && user.merchant?.isActive !== false;
  if (!link || !user || !isWelcome || link.expiresAt <= now) throw new AdminError("link_expired");
  const { id: userId, name, username, role, merchantId, merchant } = user;
  return {
    userId,
    createdBy: link.createdBy,
    approvedBy: link.approvedBy,
    // A CHECK constraint of the table.
    purpose: link.purpose as LinkPurpose,
    name,
    username: username ?? "",
    role: role ?? "",
    merchantId,
    merchant: merchant && { nameEn: merchant.nameEn, nameAr: merchant.nameAr },
  };
}

function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
