import { createHmac, timingSafeEqual } from "node:crypto";
import type { ShiftPolicy } from "@/lib/ledger/rules/types";
import { isStrange, strangerValues } from "@/lib/log/proved";
import { type Database, readRows } from "@/lib/platform/rows";
import type { PermissionSet } from "@/lib/portal/acts/permissions";
import type { ActorBranch } from "@/lib/portal/acts/portal-actor";
import { tellStrange } from "@/lib/portal/security-log/proved";
import { type Beginning, portalAuth } from "./portal-auth";

/** A session ends this long after its sign-in, however much it is used. */
const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Moment at which the session ends, in milliseconds. */
export function endOf({ createdAt, expiresAt }: Pick<SessionRow, "createdAt" | "expiresAt">): number {
  return Math.min(createdAt.getTime() + SESSION_LIFETIME_MS, expiresAt.getTime());
}

/** An open, locked or lapsed session with all that is asked of its user in every request. */
export interface SessionRow {
  sessionId: number;
  createdAt: Date;
  expiresAt: Date;
  /** Null for a password, with or without a code. */
  beganWith: Beginning | null;
  /** Locked by its user, who unlocks it by PIN or password. */
  isLocked: boolean;
  userId: number;
  name: string;
  nameAr: string | null;
  username: string | null;
  role: string | null;
  set: PermissionSet | null;
  /** False for API clients' users and for those whose access was withdrawn. */
  isWelcome: boolean;
  twoFactorEnabled: boolean;
  language: string | null;
  theme: string | null;
  density: string | null;
  calendar: string | null;
  merchant: {
    id: number;
    nameEn: string;
    nameAr: string;
    isActive: boolean;
    cashiersMayEnrol: boolean;
    /** The last day on which it sells, once one is set. */
    lastDay: string | null;
  } | null;
  adminsNeedTwoFactor: boolean;
  shifts: ShiftPolicy;
  cashiersChangeByPin: boolean;
  /** The registered device that the request came from. */
  till: { id: number; branchId: number; lastUsedAt: string | null; lastUsedBy: number | null } | null;
  /** In id order: all of the merchant, or those that a cashier is assigned to. */
  branches: readonly ActorBranch[];
  /** Those of them whose cashiers work on registered tills only, by the word of programme, merchant or branch. */
  tillBranchIds: readonly number[];
}

/** A cashier assigned to a branch of another merchant, by whatever mistake, has no rights there. */
const STATEMENT = `
  SELECT s.id AS "sessionId", s.created_at AS "createdAt", s.expires_at AS "expiresAt", s.began_with AS "beganWith", s.locked_at IS NOT NULL AS "isLocked",
         u.id AS "userId", u.name, u.name_ar AS "nameAr", u.username, u.role, u.is_active AND u.kind = 'portal' AS "isWelcome",
         u.two_factor_enabled AS "twoFactorEnabled", u.locale AS language, u.theme, u.density, u.calendar,
         CASE WHEN m.id IS NOT NULL THEN
           json_build_object('id', m.id, 'nameEn', m.name_en, 'nameAr', m.name_ar, 'isActive', m.is_active, 'cashiersMayEnrol', m.cashiers_may_enrol, 'lastDay', m.last_day)
         END AS merchant,
         (SELECT json_build_object('name', ps.name, 'added', ps.added, 'removed', ps.removed) FROM permission_set ps WHERE ps.id = u.permission_set_id) AS set,
         coalesce((SELECT p.admins_need_two_factor FROM programme p WHERE p.id = 1), false) AS "adminsNeedTwoFactor",
         coalesce((SELECT p.shifts FROM programme p WHERE p.id = 1), 'off') AS shifts,
         coalesce((SELECT p.cashiers_change_by_pin FROM programme p WHERE p.id = 1), false) AS "cashiersChangeByPin",
         (SELECT json_build_object('id', t.id, 'branchId', t.branch_id, 'lastUsedAt', t.last_used_at, 'lastUsedBy', t.last_used_by)
            FROM till t
           WHERE t.token_hash = $2::bytea AND t.registered_at IS NOT NULL AND t.revoked_at IS NULL) AS till,
         coalesce((SELECT json_agg(b.id)
                     FROM branch b
                    WHERE b.merchant_id = m.id
                      AND (b.tills_need_registration OR m.tills_need_registration
                           OR EXISTS (SELECT 1 FROM programme p WHERE p.id = 1 AND p.tills_need_registration))
                      AND u.role = 'cashier'),
                  '[]') AS "tillBranchIds",
         coalesce((SELECT json_agg(json_build_object('id', b.id, 'merchantId', b.merchant_id, 'msisdn', b.msisdn,
                            'nameEn', b.name_en, 'nameAr', b.name_ar, 'isActive', b.is_active) ORDER BY b.id)
                     FROM branch b
                    WHERE b.merchant_id = m.id
                      AND (u.role IS DISTINCT FROM 'cashier'
                           OR EXISTS (SELECT 1 FROM user_branch ub WHERE ub.user_id = u.id AND ub.branch_id = b.id))),
                  '[]') AS branches,
         ${isStrange(
           [
             ["session", "s.id"],
             ["app_user", "u.id"],
             ["user_branch", "u.id"],
             ["permission_set", "u.permission_set_id"],
           ],
           3,
         )} AS "isStrange"
    FROM session s
    JOIN app_user u ON u.id = s.user_id
    LEFT JOIN merchant m ON m.id = u.merchant_id
   WHERE s.token = $1`;

/**
 * The session whose signed cookie the request carries, in one statement: it is read for every page and every request of the
 * portal. `tillHash` names the device (lib/portal/session/own-till.ts). Null without a cookie, with one that this service has not signed, when there is no such session, and when
 * the service did not write it and its user's rights. Whether it is still open is for the caller to see. Throws only when the database fails.
 */
export async function readSession(
  database: Database,
  headers: Headers,
  tillHash: Uint8Array | null = null,
): Promise<SessionRow | null> {
  const token = await signedToken(headers.get("cookie") ?? "");
  if (token === null) return null;
  const values = [token, tillHash, ...(await strangerValues(database))];
  const [row] = await readRows<SessionRow & { isStrange: boolean }>(database, STATEMENT, values);
  if (row?.isStrange !== true) return row ?? null;
  await tellStrange({ kind: "session", id: String(row.sessionId) });
  return null;
}

/** The token of the session's cookie, as the library writes it: the token, a dot, and its HMAC-SHA256 in Base64. */
async function signedToken(cookies: string): Promise<string | null> {
  const { authCookies, secret } = await portalAuth().$context;
  const start = `${authCookies.sessionToken.name}=`;
  const pair = cookies.split(";").find((text) => text.trimStart().startsWith(start));
  if (pair === undefined) return null;
  const value = decoded(pair.slice(pair.indexOf("=") + 1).trim());
  const dot = value.lastIndexOf(".");
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = Buffer.from(createHmac("sha256", secret).update(token).digest("base64"));
  const given = Buffer.from(value.slice(dot + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
