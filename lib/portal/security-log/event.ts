import { currentOrigin } from "@/lib/platform/http/request-origin";
import { describeUserAgent } from "@/lib/platform/user-agent";
import { walletIdByCode } from "@/lib/wallet/facts";
import { kindOfEvent, type SecurityKind } from "./kinds";

/** An event. Where it came from is added, when it was asked for by a request of the portal. */
export interface SecurityEvent {
  kind: SecurityKind;
  /** The acting user; or, of a sign-in that failed, the one whose name was tried. */
  userId?: number | undefined;
  /** The user's name as typed, where the id is not known: kept only when there is such a user. */
  username?: string | undefined;
  /** Merchant whose admins may read it; absent: the user's merchant. */
  merchantId?: number | null | undefined;
  branchId?: number | null | undefined;
  clientId?: number | undefined;
  walletId?: number | undefined;
  /** The wallet's code, where the id is not known. */
  walletCode?: string | undefined;
  ipAddress?: string | undefined;
  userAgent?: string | undefined;
  requestId?: string | undefined;
  /** Plain values: no secrets, no personal data, mobile numbers masked. */
  details?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/** A row of the log before it has its number. */
export interface EventRow {
  created_at: string;
  kind: SecurityKind;
  is_grave: boolean;
  user_id: number | null;
  username: string | null;
  merchant_id: number | null;
  branch_id: number | null;
  client_id: number | null;
  wallet_id: number | null;
  wallet_code: string | null;
  ip_address: string | null;
  device: string | null;
  request_id: string | null;
  details: Record<string, unknown> | null;
}

const DEVICE_LENGTH_MAX = 96;
/** Longer than any telephone number is written, with its country: kept by its last digits. */
const MOBILE = /\+?\d(?:[\s-]?\d){9,14}/g;

/** Browser and system, or what the calling program says of itself, shortened. Pure. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === "") return null;
  const known = describeUserAgent(userAgent);
  return known === null ? userAgent.slice(0, DEVICE_LENGTH_MAX) : `${known.browser}, ${known.system}`;
}

/** The row of an event at this moment. */
export function rowOf(event: SecurityEvent, at: Date): EventRow {
  const origin = currentOrigin();
  const { kind, userId, username, merchantId, branchId, clientId, walletId, walletCode, details } = event;
  return {
    created_at: at.toISOString(),
    kind,
    is_grave: kindOfEvent(kind).isGrave === true,
    user_id: userId ?? null,
    username: nameOf(username),
    merchant_id: merchantId ?? null,
    branch_id: branchId ?? null,
    client_id: clientId ?? null,
    wallet_id: walletId ?? null,
    wallet_code: walletCode ?? null,
    ip_address: event.ipAddress ?? origin?.ipAddress ?? null,
    device: deviceOf(event.userAgent ?? origin?.userAgent),
    request_id: event.requestId ?? origin?.requestId ?? null,
    details: details === undefined ? null : masked(details),
  };
}

/** A name as users have them; null for what is none, and for what the database cannot hold. */
function nameOf(typed: string | undefined): string | null {
  const name = typed?.trim().toLowerCase() ?? "";
  return /^[\p{L}\p{M}\p{N}._@+-]{1,64}$/u.test(name) ? name : null;
}

function masked(details: NonNullable<SecurityEvent["details"]>): Record<string, unknown> {
  const hide = (text: string) => text.replace(MOBILE, (number) => `•••${number.slice(-3)}`);
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === "string" ? hide(value) : value]),
  );
}

/**
 * Adds events to the log and, of the grave ones, a delivery for each endpoint of their merchant, or of the programme, that asked for them.
 * The statement looks up the session's user and their merchant. One parameter: the rows as JSON.
 */
export const INSERT_EVENTS = `
WITH given AS (
  SELECT e.*, u.id AS found_user_id, u.merchant_id AS found_merchant_id, u.kind AS user_kind
    FROM jsonb_to_recordset($1::jsonb) AS e (created_at timestamptz, kind text, is_grave boolean, user_id int, username text,
         merchant_id int, branch_id int, client_id int, wallet_id bigint, wallet_code text, ip_address text, device text,
         request_id text, details jsonb)
    LEFT JOIN app_user u ON u.id = coalesce(e.user_id, (SELECT x.id FROM app_user x WHERE x.username = e.username))),
     added AS (
  INSERT INTO security_event (created_at, kind, is_grave, user_id, merchant_id, branch_id, client_id, wallet_id, ip_address, device,
                              request_id, details)
  SELECT g.created_at, g.kind, g.is_grave, coalesce(g.user_id, g.found_user_id), coalesce(g.merchant_id, g.found_merchant_id),
         g.branch_id, coalesce(g.client_id, c.id), coalesce(g.wallet_id, ${walletIdByCode("g.wallet_code")}), g.ip_address, g.device, g.request_id, g.details
    FROM given g
    LEFT JOIN api_client c ON g.user_kind = 'technical' AND c.user_id = g.found_user_id
  RETURNING *),
     told AS (
  INSERT INTO webhook_delivery (endpoint_id, event_id, type, subject, payload, next_attempt_at, give_up_at, created_at)
  SELECT p.id, 'evt_s' || a.id, 'security.alert', 'security',
         json_build_object('id', 'evt_s' || a.id, 'type', 'security.alert',
           'timestamp', to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'data', json_build_object('kind', a.kind, 'userId', a.user_id, 'merchantId', a.merchant_id, 'branchId', a.branch_id,
             'clientId', a.client_id, 'ipAddress', a.ip_address, 'details', a.details))::text,
         a.created_at, a.created_at + interval '24 hours', a.created_at
    FROM added a
    JOIN webhook_endpoint p ON (p.merchant_id = a.merchant_id OR p.merchant_id IS NULL) AND p.state = 'active' AND 'security.alert' = ANY (p.event_types)
    LEFT JOIN merchant m ON m.id = p.merchant_id
   WHERE a.is_grave AND (p.merchant_id IS NULL OR m.is_active))
SELECT count(*)::int AS added FROM added`;
