import { readDeciders } from "@/lib/areas/adjustments/portal";
import {
  eraseWallet,
  joinFamily,
  leaveFamily,
  setAllowance,
  setWalletType,
  shownFamily,
} from "@/lib/areas/families/families";
import { EXPORT_COLUMN_NAMES } from "@/lib/areas/imports/columns";
import { IMPORT_COLUMN_NAMES } from "@/lib/areas/imports/words";
import { listSegments } from "@/lib/areas/programme/segments";
import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import { PROFILE, PROFILE_FIELDS } from "@/lib/ledger/rules/profile";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import type { Language } from "@/lib/platform/language";
import { maskMsisdn, maskNationalId } from "@/lib/platform/mask";
import { formatMsisdn } from "@/lib/platform/msisdn";
import { formatLocalDate, formatOffsetDateTime } from "@/lib/platform/time";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { AdministeredWallet } from "@/lib/portal/acts/administer-wallet";
import { readConsents, readConsentText } from "@/lib/portal/acts/consent";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { isPermitted } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { noteFound, readWalletLooks } from "@/lib/portal/acts/wallet-views";
import { adminActor, adminContext, thisMoment } from "@/lib/portal/administration";
import { languageOfRequest } from "@/lib/portal/cookies";
import { type AdminWork, serveContract } from "@/lib/portal/serve";
import { DONE } from "@/lib/portal/wire/done";
import { LINES_HEADER } from "@/lib/portal/wire/request";
import { identifyWallet } from "@/lib/wallet/facts";
import { readWallet, type Wallet } from "@/lib/wallet/read";
import { families, wallets } from "./contract";
import type { DeskWallet, MergePreview, MergeSide, WalletLooks, WalletSettings } from "./desk-schemas";
import { enrolWallet } from "./enrol-wallet";
import { countNotJoined, joinMany } from "./join-customer";
import { mergeWallets, type MergePreview as PlannedMerge, previewMerge } from "./merge-wallets";
import { clearWalletPin, setWalletPin } from "./pins";
import { requireOpened, viewContext } from "./portal";
import { countExport, countWalletExport, type ExportWalletsInput, exportWallets } from "./read";
import { findWallets } from "./search-portal";
import { shownProfile } from "./shown-profile";
import { setWalletSegment, setWalletStatus, statusesAfter, updateWallet } from "./update-wallet";

/** Data of the forms about wallets. */
async function readWalletSettings(actor: PortalActor): Promise<WalletSettings> {
  const database = prisma();
  const [segments, programme, consent, deciders] = await Promise.all([
    listSegments(adminContext(), actor),
    database.programme.findUniqueOrThrow({ where: { id: 1 }, select: { adjustmentApprovalAbove: true } }),
    readConsentText({ database }),
    isPermitted(actor, "wallet.adjust") ? readDeciders(actor) : [],
  ]);
  return {
    segments: segments.map(({ segmentId, nameEn, nameAr, color, isDefault }) => ({
      id: segmentId,
      nameEn,
      nameAr,
      color,
      isDefault,
    })),
    approvalAbove: Number(programme.adjustmentApprovalAbove),
    deciders,
    consent: { version: consent.version, en: consent.en, ar: consent.ar },
  };
}

/**
 * The code of a wallet by its number, for whoever may open it. Throws AdminError `not_found`; AdminError too_many_views.
 */
export async function walletCodeOf(actor: PortalActor, walletId: number): Promise<string> {
  await requireOpened(actor, walletId, "desk");
  const wallet = await identifyWallet(prisma(), walletId);
  if (wallet === null) throw new AdminError("not_found");
  return wallet.walletCode;
}

/** A wallet as the desk edits it. Throws AdminError `not_found`. */
async function readDeskWallet(actor: PortalActor, walletId: number): Promise<DeskWallet> {
  const database = prisma();
  await requireOpened(actor, walletId, "desk");
  const [wallet, consents, known] = await Promise.all([
    readWallet(database, { id: walletId }, thisMoment()),
    readConsents(database, walletId),
    knownCustomers(portalPool(), { merchantId: actor.merchantId, walletIds: [walletId] }),
  ]);
  if (wallet === null) throw new AdminError("not_found");
  return presentDeskWallet(actor, { ...wallet, consents, isKnown: known.has(walletId) });
}

/** A wallet after an act as the desk edits it. */
function presentDeskWallet(actor: PortalActor, wallet: AdministeredWallet): DeskWallet {
  const consents = wallet.consents.map((consent) => ({ ...consent, at: consent.at.toISOString() }));
  return { ...deskWalletOf(actor, wallet), consents };
}

/** A handler that does an act to the wallet of the path, and answers with it as the desk edits it. */
export function onWallet<Input extends { walletCode: string }>(
  act: (context: LedgerAdminContext, actor: AdminActor, input: Input) => Promise<AdministeredWallet>,
) {
  return async ({
    context,
    admin,
    actor,
    params,
    body,
  }: AdminWork & {
    actor: PortalActor;
    params: { walletId: number };
    body?: Omit<Input, "walletCode"> | undefined;
  }): Promise<DeskWallet> => {
    const walletCode = await walletCodeOf(actor, params.walletId);
    return presentDeskWallet(actor, await act(context, admin, { walletCode, ...body } as Input));
  };
}

function deskWalletOf(
  actor: PortalActor,
  { isKnown, ...wallet }: AdministeredWallet,
): Omit<DeskWallet, "consents"> {
  const { statusId, pin } = wallet;
  const { shown, masked } = shownProfile(wallet, { role: actor.role, isKnown });
  const mayReopen = isPermitted(actor, "wallet.reopen");
  const mayMove = isPermitted(actor, "wallet.set_status");
  const isClosed = statusId === WALLET_STATUS.closed;
  return {
    id: wallet.id,
    walletCode: wallet.walletCode,
    statusId,
    nextStatusIds: mayMove && (!isClosed || mayReopen) ? [...statusesAfter(statusId)] : [],
    isOptedIn: wallet.isOptedIn,
    redemptionEnabled: wallet.redemptionEnabled,
    segmentId: wallet.segment.segmentId,
    balance: wallet.balance,
    suspended: wallet.suspended,
    family: shownFamily(wallet.family),
    walletType: wallet.walletType,
    isErased: wallet.isErased,
    hasPin: wallet.hasPin,
    isPinLocked: pin.kind === "locked",
    ...shown,
    masked,
    version: wallet.version,
  };
}

/** Looks on one page. */
const LOOKS_SIZE = 25;

/** People who looked at a wallet, the last first: operators see everybody, a merchant's admins their own people. */
async function presentLooks(
  { merchantId }: PortalActor,
  walletId: number,
  cursor: string | undefined,
): Promise<WalletLooks> {
  const before = cursor === undefined ? null : Number(cursor);
  const found = await readWalletLooks(portalPool(), { walletId, merchantId, before, limit: LOOKS_SIZE + 1 });
  const looks = found.slice(0, LOOKS_SIZE);
  return {
    looks: looks.map(({ id, userId, name, at, how }) => ({
      id,
      by: { id: userId, name },
      at: at.toISOString(),
      how,
    })),
    nextCursor: found.length > LOOKS_SIZE ? String(looks.at(-1)?.id) : null,
  };
}

/** Preview of a merge. */
async function presentMerge(
  { merchantId }: PortalActor,
  { from, to, ...rest }: PlannedMerge,
): Promise<MergePreview> {
  const known = await knownCustomers(portalPool(), { merchantId, walletIds: [from.id, to.id] });
  const shown = (wallet: Wallet) => sideOf(wallet, known.has(wallet.id));
  return { ...rest, from: { ...shown(from), version: from.version }, to: shown(to) };
}

function sideOf(wallet: Wallet, isKnown: boolean): MergeSide {
  return {
    id: wallet.id,
    walletCode: wallet.walletCode,
    name: isKnown ? wallet.profile.name : null,
    mobile: (isKnown ? formatMsisdn : maskMsisdn)(wallet.contactMsisdn),
    statusId: wallet.statusId,
    segmentId: wallet.segment.segmentId,
    balance: wallet.balance,
    suspended: wallet.suspended,
    accumulated: wallet.accumulated,
    redeemed: wallet.redeemed,
    hasPin: wallet.hasPin,
  };
}

// Export ---------------------------------------------------------------------------------------------------------------

/** Wallets as a CSV file, read from the database while it is sent. Throws AdminError `rate_limited`. */
async function walletExport(
  call: { actor: PortalActor; address: string; requestId: string },
  filter: ExportWalletsInput,
  language: Language,
): Promise<Response> {
  const { actor } = call;
  const retryAfterSeconds = await countWalletExport(actor.userId);
  if (retryAfterSeconds !== null) throw new AdminError("rate_limited", { seconds: retryAfterSeconds });
  const { pool } = await reportsSource();
  const context = { ...adminContext(), pool };
  const { timeZone, now } = thisMoment();
  const day = formatLocalDate(now, timeZone);
  const rows = await exportWallets(context, adminActor(call), filter);
  const count = await countExport(context, adminActor(call), filter);
  return new Response(csvStream(exportColumns(actor, timeZone), rows, language), {
    headers: {
      ...csvHeaders({ name: `wallets ${day}`, plainName: `wallets ${day}` }),
      [LINES_HEADER]: String(count),
    },
  });
}

function exportColumns({ role }: PortalActor, zone: string): CsvColumn<Wallet>[] {
  const moment = (date: Date | null) => date && formatOffsetDateTime(date, zone);
  const mayReadNationalId = role === "programme_operator";
  return [
    { header: IMPORT_COLUMN_NAMES.walletCode, cell: ({ walletCode }) => walletCode },
    { header: IMPORT_COLUMN_NAMES.mobile, cell: ({ contactMsisdn }) => formatMsisdn(contactMsisdn) },
    ...PROFILE_FIELDS.map((field) => ({
      header: PROFILE[field].names,
      cell: ({ profile: { [field]: value } }: Wallet) =>
        field === "nid" && !mayReadNationalId ? value && maskNationalId(value) : value,
    })),
    { header: EXPORT_COLUMN_NAMES.statusId, cell: ({ statusId }) => statusId },
    { header: EXPORT_COLUMN_NAMES.segmentId, cell: ({ segment }) => segment.segmentId },
    { header: EXPORT_COLUMN_NAMES.isOptedIn, cell: ({ isOptedIn }) => isOptedIn },
    { header: IMPORT_COLUMN_NAMES.consentedOn, cell: ({ consentAt }) => moment(consentAt) },
    { header: EXPORT_COLUMN_NAMES.balance, cell: ({ balance }) => balance },
    { header: EXPORT_COLUMN_NAMES.suspended, cell: ({ suspended }) => suspended },
    { header: EXPORT_COLUMN_NAMES.accumulated, cell: ({ accumulated }) => accumulated },
    { header: EXPORT_COLUMN_NAMES.redeemed, cell: ({ redeemed }) => redeemed },
    { header: EXPORT_COLUMN_NAMES.createdAt, cell: ({ createdAt }) => moment(createdAt) },
  ];
}

export const walletsPortal = serveContract(wallets, {
  settings: ({ actor }) => readWalletSettings(actor),
  search: ({ actor, body }) => findWallets(actor, body),
  desk: ({ actor, params }) => readDeskWallet(actor, params.walletId),
  looks: ({ actor, params, query }) => presentLooks(actor, params.walletId, query.cursor),
  export: (call) => walletExport(call, call.query, languageOfRequest(call.request.headers)),
  notJoined: ({ context, admin, body }) => countNotJoined(context, admin, body),
  joinMany: async ({ context, admin, body }) => ({ joined: await joinMany(context, admin, body) }),
  clearPin: onWallet(clearWalletPin),
  enrol: async ({ context, admin, actor, body }) => {
    const wallet = await enrolWallet(context, admin, body);
    await noteFound(viewContext(), actor, wallet.id);
    return wallet;
  },
  change: onWallet(updateWallet),
  setStatus: onWallet(setWalletStatus),
  setSegment: onWallet(setWalletSegment),
  setPin: onWallet(setWalletPin),
  previewMerge: async ({ context, admin, actor, body }) =>
    presentMerge(actor, await previewMerge(context, admin, body)),
  merge: async ({ context, admin, body }) => {
    await mergeWallets(context, admin, body);
    return DONE;
  },
});

export const familiesPortal = serveContract(families, {
  joinFamily: onWallet(joinFamily),
  setAllowance: onWallet(setAllowance),
  leaveFamily: onWallet(leaveFamily),
  setType: onWallet(setWalletType),
  erase: onWallet(eraseWallet),
});
