import { listBranches } from "@/lib/areas/branches/branches";
import { listMerchants } from "@/lib/areas/merchants/merchants";
import type { SandboxAnswer } from "@/lib/areas/sandbox/schemas";
import type { ErrorCode, ErrorParameters } from "@/lib/ledger/rules/errors";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { env } from "@/lib/platform/env";
import type { Bilingual } from "@/lib/platform/language";
import { formatMsisdn } from "@/lib/platform/msisdn";
import { errorMessage } from "@/lib/points-api/error-message";
import { ERRORS, SUCCESS_MESSAGE } from "@/lib/points-api/errors";
import { OPERATIONS } from "@/lib/points-api/operations";
import { tryableExamples } from "@/lib/points-api/tryable";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { adminContext } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { type ClientView, stateOfClient } from "./client";
import { createClient, revokeClient, updateClient } from "./clients";
import { clients, sandbox } from "./contract";
import {
  type ClientChoices,
  type ClientListRequest,
  type Liberty,
  REQUEST_PAGE_SIZE,
  type RequestLogRequest,
} from "./desk-schemas";
import { listClients, readClient, readRequests, type Usage, usageByClient, usageOfClient } from "./read";
import type { CreateClientInput } from "./record";
import { readSandbox, resetClientSandbox } from "./sandbox";
import {
  type IssuedClient,
  revokeClientSecret,
  revokeSigningSecret,
  rotateClientSecret,
  rotateSigningSecret,
} from "./secrets";
import { NOBODY } from "./traffic";
import { readTurnoverRules } from "./turnover";

const PAGE_CLIENTS = 25;
const NO_USAGE: Usage = { requests: 0, errors: 0, unlogged: 0, lateReplays: 0 };

/** Whether requests can be tried out: with the demo data only. */
export function hasTryIt(): boolean {
  return env().loadsDemoData;
}

/** A page of the API clients that the actor may see, with their use of the last day. Throws AdminError `forbidden`. */
async function readClientPage(actor: AdminActor, { text, state, after }: ClientListRequest) {
  const found = await listClients(adminContext(), actor, {
    text,
    state,
    afterId: after,
    limit: PAGE_CLIENTS + 1,
  });
  const clients = found.slice(0, PAGE_CLIENTS);
  const isOperator = actor.role === "programme_operator";
  const usage = await usageByClient(portalPool(), {
    clientIds: [...clients.map(({ id }) => id), NOBODY],
    now: services().clock.now(),
  });
  const merchants = await merchantsOf(clients);
  return {
    clients: clients.map((client) => summaryOf(client, merchants, usage.get(client.id))),
    nextAfter: found.length > PAGE_CLIENTS ? (clients.at(-1)?.id ?? null) : null,
    unidentified: isOperator ? (usage.get(NOBODY) ?? NO_USAGE) : null,
  };
}

/** Everything about one API client. */
async function presentClient(client: ClientView) {
  const now = services().clock.now();
  const [merchants, { hours, codes }] = await Promise.all([
    merchantsOf([client]),
    usageOfClient(portalPool(), { clientId: client.id, now }),
  ]);
  const usage = hours.reduce(
    (sum, hour) => ({
      requests: sum.requests + hour.requests,
      errors: sum.errors + hour.errors,
      unlogged: sum.unlogged + hour.unlogged,
      lateReplays: sum.lateReplays + hour.lateReplays,
    }),
    NO_USAGE,
  );
  return {
    ...client,
    ...summaryOf(client, merchants, usage),
    hours,
    codes: codes.map(({ code, requests }) => ({ code, requests, text: textOf(code, {}) })),
    operations: Object.keys(OPERATIONS),
  };
}

/** Issues a client, and fills the wallets of a test client. Throws what {@link createClient} throws. */
async function issueClient(actor: AdminActor, input: CreateClientInput) {
  const issued = await createClient(adminContext(), actor, input);
  if (issued.client.sandboxId !== null) await resetAtDesk(actor, issued.client.id);
  return presentIssued(issued);
}

/** A client with the ClientId or signing secret it was just given: the only answer that ever carries one. */
async function presentIssued({ client, secret }: IssuedClient) {
  return { client: await presentClient(client), secret };
}

/** Merchants and branches that a client can be given: the actor's. */
async function readClientChoices(actor: AdminActor): Promise<ClientChoices> {
  const mayGiveAll = isPermitted(actor, "client.unlimited_rate") && isPermitted(actor, "client.expose_nid");
  const [merchants, branches, turnover] = await Promise.all([
    listMerchants(adminContext(), actor),
    listBranches(adminContext(), actor),
    mayGiveAll ? readTurnoverRules(prisma()) : null,
  ]);
  return {
    merchants: merchants.map(({ id, nameEn, nameAr, isActive }) => ({
      id,
      nameEn,
      nameAr,
      isActive,
      branches: branches
        .filter(({ merchantId }) => merchantId === id)
        .map((branch) => ({
          id: branch.id,
          nameEn: branch.nameEn,
          nameAr: branch.nameAr,
          isActive: branch.isActive,
        })),
    })),
    mayGiveAll,
    turnover,
  };
}

/** A client's latest requests, masked, with the reason of every refusal. Throws AdminError `forbidden`, `not_found`. */
async function readRequestLog(
  actor: AdminActor,
  clientId: number,
  { after, before, ...filter }: RequestLogRequest,
) {
  await readClient(adminContext(), actor, clientId);
  const [{ requests, hasMore }, usage] = await Promise.all([
    readRequests(portalPool(), { clientId, filter, after, before, limit: REQUEST_PAGE_SIZE }),
    usageByClient(portalPool(), { clientIds: [clientId], now: services().clock.now() }),
  ]);
  return {
    requests: requests.map(({ parameters, request, ...logged }) => ({
      ...logged,
      durationMs: Math.round(logged.durationMs * 10) / 10,
      liberties: logged.liberties.map((taken) => {
        const [kind, field = null] = taken.split(":") as [Liberty, string?];
        return { kind, field };
      }),
      reason: textOf(logged.code, parameters),
      request: {
        ...request,
        fields: { ...request.fields },
        hidden: [...request.hidden],
        unknown: [...request.unknown],
      },
    })),
    hasMore,
    unlogged: usage.get(clientId)?.unlogged ?? 0,
  };
}

/** The words of a code; where its values are not at hand, their places are left out. */
function textOf(code: number, parameters: Readonly<Record<string, string | number>>): Bilingual {
  if (!Object.hasOwn(ERRORS, code)) return { ...SUCCESS_MESSAGE };
  const error = { code: code as ErrorCode, params: parameters as ErrorParameters };
  const tidy = (text: string) => text.replace(/\s*[:(]?\s*\{\w+\}\)?/g, "");
  return { en: tidy(errorMessage(error, "en")), ar: tidy(errorMessage(error, "ar")) };
}

type Merchants = Map<number, { id: number; nameEn: string; nameAr: string }>;

async function merchantsOf(clients: readonly ClientView[]): Promise<Merchants> {
  const rows = await prisma().merchant.findMany({
    where: { id: { in: [...new Set(clients.map(({ merchantId }) => merchantId))] } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}

function summaryOf(client: ClientView, merchants: Merchants, usage: Usage = NO_USAGE) {
  const merchant = merchants.get(client.merchantId);
  if (merchant === undefined)
    throw new Error(`Merchant ${client.merchantId} of client ${client.id} is missing`);
  return {
    id: client.id,
    merchant,
    name: client.name,
    isTest: client.isTest,
    state: stateOfClient(client, services().clock.now()),
    lastUsedAt: client.lastUsedAt,
    usage,
  };
}

export const clientsPortal = serveContract(clients, {
  list: ({ admin, query }) => readClientPage(admin, query),
  read: async ({ admin, context, params }) =>
    presentClient(await readClient(context, admin, params.clientId)),
  choices: ({ admin }) => readClientChoices(admin),
  examples: () => tryableExamples(),
  requests: ({ admin, params, query }) => readRequestLog(admin, params.clientId, query),
  create: async ({ actor, admin, body }) => {
    requireMerchant(actor, body.merchantId);
    return issueClient(admin, body);
  },
  change: async ({ admin, context, params, body }) =>
    presentClient(await updateClient(context, admin, { ...params, ...body })),
  rotate: async ({ admin, context, params, body }) =>
    presentIssued(await rotateClientSecret(context, admin, { ...params, ...body })),
  rotateSigning: async ({ admin, context, params, body }) =>
    presentIssued(await rotateSigningSecret(context, admin, { ...params, ...body })),
  revoke: async ({ admin, context, params }) => presentClient(await revokeClient(context, admin, params)),
  revokeSecret: async ({ admin, context, params }) =>
    presentClient(await revokeClientSecret(context, admin, params)),
  revokeSigning: async ({ admin, context, params }) =>
    presentClient(await revokeSigningSecret(context, admin, params)),
});

/** The test wallets of a client. Throws AdminError `forbidden`, `not_found`. */
async function presentSandbox(actor: AdminActor, clientId: number): Promise<SandboxAnswer> {
  const { isDemo, wallets } = await readSandbox(adminContext(), actor, clientId);
  return {
    isDemo,
    wallets: wallets.map(({ definition, contactMsisdn, ...wallet }) => ({
      ...wallet,
      contactMsisdn: formatMsisdn(contactMsisdn),
      text: definition?.text ?? null,
      pin: definition?.pin ?? null,
    })),
  };
}

/** Brings a client's test wallets back to where they began. Throws AdminError, DomainError 1902. */
async function resetAtDesk(actor: AdminActor, clientId: number): Promise<SandboxAnswer> {
  await resetClientSandbox({ ...adminContext(), pool: portalPool() }, actor, { clientId });
  return presentSandbox(actor, clientId);
}

export const sandboxPortal = serveContract(sandbox, {
  sandbox: ({ admin, params }) => presentSandbox(admin, params.clientId),
  resetSandbox: ({ admin, params }) => resetAtDesk(admin, params.clientId),
});
