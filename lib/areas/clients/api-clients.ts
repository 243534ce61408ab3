import type { Pool } from "pg";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { isStrange, strangerValues } from "@/lib/log/proved";
import type { Clock } from "@/lib/platform/clock";
import { serviceSecret, unseal } from "@/lib/platform/seal";
import { tellStrange } from "@/lib/portal/security-log/proved";
import {
  type ApiClient,
  addressList,
  clientSecretDigest,
  type ScenarioWallet,
  type SigningMode,
} from "./api-client";

// A revocation is announced to every process at once; this limits how long a process that missed it goes on.
const TRUSTED_FOR_MS = 3_000;
// Unknown secrets are remembered too, so that guessing them does not reach the database each time.
const REMEMBERED_MAX = 10_000;
const USE_NOTED_EVERY_MS = 60_000;

const READ_CLIENT = `
SELECT c.id, s.id AS secret_id, c.user_id, c.merchant_id, c.scopes, c.ip_ranges, c.allowed_origins, c.rate_per_second, c.rate_burst, c.key_required_for,
       c.legacy_http_200, c.is_strict, c.own_deals_only, c.expose_nid, c.signing,
       (SELECT coalesce(json_agg(json_build_object('sealed', encode(g.sealed, 'base64'), 'expiresAt', g.expires_at)), '[]')
          FROM api_client_signing_secret g WHERE g.client_id = c.id AND g.revoked_at IS NULL AND c.signing <> 'off') AS signing_secrets,
       c.person_reward_points_max IS NOT NULL OR c.person_reversed_value_max IS NOT NULL
         OR (NOT c.has_own_limits AND c.sandbox_id IS NULL
             AND (SELECT num_nonnulls(p.client_reward_points_max, p.client_reversed_value_max, p.merchant_reward_points_max, p.merchant_reversed_value_max) > 0
                    FROM programme p WHERE p.id = 1)) AS is_counted,
       (c.has_own_limits OR c.sandbox_id IS NOT NULL) AND num_nonnulls(c.reward_value_max, c.person_reward_points_max, c.person_reversed_value_max, c.wallet_rewards_max, c.unproved_value_max) = 0
         AND c.repeated_invoices = 'off' AS is_unlimited,
       (SELECT json_build_object('id', x.id, 'isDemo', x.is_demo, 'scenarios', (
          SELECT coalesce(json_agg(json_build_object('id', t.wallet_id, 'walletCode', t.wallet_code, 'contactMsisdn', t.contact_msisdn, 'scenario', t.scenario)), '[]')
            FROM sandbox_wallet t WHERE t.sandbox_id = x.id AND t.scenario <> 'plain'))
          FROM sandbox x WHERE x.id = c.sandbox_id) AS sandbox,
       least(c.expires_at, s.expires_at) AS expires_at,
       CASE WHEN c.revoked_at IS NOT NULL THEN 'client_revoked' WHEN s.revoked_at IS NOT NULL THEN 'secret_revoked'
            WHEN NOT m.is_active THEN 'merchant_inactive' END AS refused_for,
       (SELECT coalesce(json_agg(json_build_object('id', b.id, 'msisdn', b.msisdn, 'isActive', b.is_active)), '[]')
          FROM branch b
         WHERE b.merchant_id = c.merchant_id
           AND (c.all_branches OR EXISTS (SELECT 1 FROM api_client_branch x WHERE x.client_id = c.id AND x.branch_id = b.id))) AS branches,
       ${isStrange(
         [
           ["api_client", "c.id"],
           ["api_client_secret", "c.id"],
           ["api_client_signing_secret", "c.id"],
           ["api_client_branch", "c.id"],
         ],
         2,
       )} AS is_strange
  FROM api_client_secret s JOIN api_client c ON c.id = s.client_id JOIN merchant m ON m.id = c.merchant_id
 WHERE s.secret_hash = $1`;

/** The origins that any client allows which is still let in. */
const READ_ORIGINS = `
SELECT DISTINCT unnest(c.allowed_origins) AS origin FROM api_client c JOIN merchant m ON m.id = c.merchant_id
 WHERE c.allowed_origins <> '{}' AND c.revoked_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > $1) AND m.is_active`;

/** Why a secret that was issued is not accepted (any more). */
export type RefusedFor = "client_revoked" | "secret_revoked" | "merchant_inactive" | "expired";

/** The refused client and the reason: for the client's own people, never for the caller. */
export interface RefusedSecret {
  clientId: number;
  secretId: number;
  reason: RefusedFor;
}

interface ClientRow {
  id: number;
  secret_id: number;
  user_id: number;
  merchant_id: number;
  scopes: string[];
  ip_ranges: string[];
  allowed_origins: string[];
  rate_per_second: number | null;
  rate_burst: number | null;
  key_required_for: string[];
  legacy_http_200: boolean;
  is_strict: boolean;
  own_deals_only: boolean;
  expose_nid: boolean;
  signing: SigningMode;
  signing_secrets: { sealed: string; expiresAt: string | null }[];
  is_counted: boolean;
  is_unlimited: boolean;
  sandbox: (Sandbox & { scenarios: (ScenarioWallet & { walletCode: string })[] }) | null;
  expires_at: Date | null;
  refused_for: Exclude<RefusedFor, "expired"> | null;
  is_strange: boolean;
  branches: ApiClient["branches"] extends ReadonlyMap<string, infer Branch> ? Branch[] : never;
}

/** A client, and why it is not let in although the secret is one of its own. */
interface Found {
  client: ApiClient;
  refusedFor: ClientRow["refused_for"];
}

interface Remembered {
  found: Promise<Found | null>;
  readAt: number;
}

/**
 * Finds clients by their secret, and remembers them for a moment. A revoked, expired or changed client takes effect on
 * every process at once where announcements arrive ({@link forget}), and within 5 seconds whatever happens.
 */
export class ApiClients {
  readonly #remembered = new Map<string, Remembered>();
  readonly #usedAt = new Map<number, number>();
  #origins: { found: Promise<ReadonlySet<string>>; readAt: number } | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /**
   * The live client that the secret belongs to; null for an unknown, revoked or expired one: callers cannot tell which.
   */
  async identify(secret: string): Promise<ApiClient | null> {
    const client = await this.find(secret);
    if (client !== null) this.#noteUse(client, this.clock.now());
    return client;
  }

  /** The same for whoever is not the client: it does not count as a use of the secret. */
  async find(secret: string): Promise<ApiClient | null> {
    const now = this.clock.now();
    const found = await this.#read(clientSecretDigest(secret), now.getTime());
    return found === null || refusedFor(found, now) !== null ? null : found.client;
  }

  /** The owner of a secret that {@link identify} refuses, and why; null when it is unknown. */
  async explainRefusal(secret: string): Promise<RefusedSecret | null> {
    const now = this.clock.now();
    const found = await this.#read(clientSecretDigest(secret), now.getTime());
    const reason = found === null ? null : refusedFor(found, now);
    if (found === null || reason === null) return null;
    return { clientId: found.client.id, secretId: found.client.secretId, reason };
  }

  /** Whether any client that is still let in allows pages of this origin (a browser asks before it says who calls). */
  async isOriginAllowedByAny(origin: string): Promise<boolean> {
    const now = this.clock.now();
    if (this.#origins === undefined || Math.abs(now.getTime() - this.#origins.readAt) >= TRUSTED_FOR_MS) {
      const found = this.pool
        .query<{ origin: string }>(READ_ORIGINS, [now])
        .then(({ rows }) => new Set(rows.map((row) => row.origin)));
      this.#origins = { found, readAt: now.getTime() };
      found.catch(() => {
        this.#origins = undefined;
      });
    }
    return (await this.#origins.found).has(origin);
  }

  /** Forgets everything: something about clients or branches has changed. */
  forget(): void {
    this.#remembered.clear();
    this.#origins = undefined;
  }

  #read(digest: string, now: number): Promise<Found | null> {
    const known = this.#remembered.get(digest);
    if (known !== undefined && Math.abs(now - known.readAt) < TRUSTED_FOR_MS) return known.found;
    const hash = Buffer.from(digest, "base64");
    const found = this.#find(hash);
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    this.#remembered.set(digest, { found, readAt: now });
    // A failed read is answered to its own callers only and not remembered.
    found.catch(() => this.#remembered.delete(digest));
    return found;
  }

  /** A client is unknown while rows that let it in were written by a stranger. */
  async #find(hash: Buffer): Promise<Found | null> {
    const { rows } = await this.pool.query<ClientRow>(READ_CLIENT, [
      ...[hash, ...(await strangerValues(this.pool))],
    ]);
    if (rows[0]?.is_strange !== true) return foundIn(rows[0]);
    await tellStrange({ kind: "api_client", id: String(rows[0].id) });
    return null;
  }

  /** Notes when a secret was last used, at most once a minute, without keeping the caller waiting. */
  #noteUse({ secretId }: ApiClient, now: Date): void {
    if (now.getTime() - (this.#usedAt.get(secretId) ?? 0) < USE_NOTED_EVERY_MS) return;
    this.#usedAt.set(secretId, now.getTime());
    this.pool
      .query("UPDATE api_client_secret SET last_used_at = $2 WHERE id = $1", [secretId, now])
      .catch(() => this.#usedAt.delete(secretId));
  }
}

function refusedFor({ client, refusedFor }: Found, now: Date): RefusedFor | null {
  if (refusedFor !== null) return refusedFor;
  return client.expiresAt !== null && client.expiresAt <= now ? "expired" : null;
}

function foundIn(row: ClientRow | undefined): Found | null {
  return row === undefined ? null : { client: clientOf(row), refusedFor: row.refused_for };
}

/** None for one that was sealed with another secret of the service: nothing is signed with it any more. */
function openSigningSecret({
  sealed,
  expiresAt,
}: ClientRow["signing_secrets"][number]): ApiClient["signing"]["secrets"][number][] {
  const key = { serviceSecret: serviceSecret(), purpose: "signing secrets" } as const;
  const secret = unseal(Buffer.from(sealed, "base64"), key);
  return secret === null ? [] : [{ secret, expiresAt: expiresAt === null ? null : new Date(expiresAt) }];
}

function clientOf(row: ClientRow): ApiClient {
  return {
    id: row.id,
    secretId: row.secret_id,
    userId: row.user_id,
    merchantId: row.merchant_id,
    scopes: new Set(row.scopes),
    branches: new Map(row.branches.map((branch) => [branch.msisdn, branch])),
    allowedAddresses: addressList(row.ip_ranges),
    allowedOrigins: new Set(row.allowed_origins),
    rate:
      row.rate_per_second === null || row.rate_burst === null
        ? null
        : { perSecond: row.rate_per_second, burst: row.rate_burst },
    keyRequiredFor: new Set(row.key_required_for),
    legacyHttp200: row.legacy_http_200,
    isStrict: row.is_strict,
    signing: { mode: row.signing, secrets: row.signing_secrets.flatMap(openSigningSecret) },
    ownDealsOnly: row.own_deals_only,
    exposeNid: row.expose_nid,
    limits: row.is_unlimited ? null : { isCounted: row.is_counted },
    sandbox:
      row.sandbox === null
        ? undefined
        : { ...row.sandbox, scenarios: new Map(row.sandbox.scenarios.map((one) => [one.walletCode, one])) },
    expiresAt: row.expires_at,
  };
}
