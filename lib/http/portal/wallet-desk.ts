import { readConsentText } from "@/lib/admin/consent";
import { exportWallets } from "@/lib/admin/export-wallets";
import { listSegments } from "@/lib/admin/list-segments";
import { isPermitted } from "@/lib/admin/permissions";
import type { MergePreview as PlannedMerge } from "@/lib/admin/preview-merge";
import { findWallet, type WalletRecord } from "@/lib/admin/wallet-record";
import { statusesAfter } from "@/lib/admin/wallet-status";
import type { PortalActor } from "@/lib/auth/actor";
import { countWalletExport, countWalletSearch } from "@/lib/auth/lookup-limits";
import type { Role } from "@/lib/auth/roles";
import type {
  DeskWallet,
  MergePreview,
  MergeSide,
  WalletSearchPage,
  WalletSearchRequest,
  WalletSettings,
} from "@/lib/contract/portal/wallet-desk";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/csv";
import { portalPool, prisma } from "@/lib/db/pools";
import { WALLET_STATUS } from "@/lib/ledger/types";
import { maskCode, maskEmail, maskMsisdn, maskName, maskNationalId } from "@/lib/programme/mask";
import { formatMsisdn } from "@/lib/programme/msisdn";
import { formatLocalDate, formatOffsetDateTime } from "@/lib/programme/time";
import { services } from "@/lib/services";
import {
  type ExportedWallet,
  type FoundWallet,
  SEARCH_LENGTH_MIN,
  searchWallets,
} from "@/lib/wallets/search-wallets";
import { adminActor, adminContext } from "./administration";
import { PortalRefusal } from "./refusal";

/** Wallets on one page of a search. */
const PAGE_SIZE = 25;

/** Those who look after the programme read what they manage; a supervisor recognises what a customer has said. */
function seesAll(role: Role): boolean {
  return role === "merchant_admin" || role === "programme_operator";
}

/** What the forms about wallets need to know. */
export async function readWalletSettings(actor: PortalActor): Promise<WalletSettings> {
  const database = prisma();
  const [segments, programme, consent] = await Promise.all([
    listSegments(adminContext(), actor),
    database.programme.findUniqueOrThrow({ where: { id: 1 }, select: { adjustmentApprovalAbove: true } }),
    readConsentText({ database }),
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
    consent: { version: consent.version, en: consent.en, ar: consent.ar },
  };
}

/**
 * A page of the wallets that match. Supervisors must say whom they look for and see enough to recognise them.
 * Throws PortalRefusal `rate_limited`, `validation`.
 */
export async function findWallets(
  actor: PortalActor,
  { text, cursor, ...filter }: WalletSearchRequest,
): Promise<WalletSearchPage> {
  const lookedFor = text || undefined;
  if (lookedFor === undefined ? !seesAll(actor.role) : lookedFor.length < SEARCH_LENGTH_MIN)
    throw PortalRefusal.ofField("text", lookedFor === undefined ? "required" : "invalid");
  const retryAfterSeconds = await countWalletSearch(actor.userId);
  if (retryAfterSeconds !== null) throw PortalRefusal.limited(retryAfterSeconds);
  const page = await searchWallets(
    portalPool(),
    { ...filter, text: lookedFor },
    { today: today(), cursor, limit: PAGE_SIZE },
  );
  return { ...page, wallets: page.wallets.map((wallet) => foundOf(actor, wallet)) };
}

function foundOf({ role }: PortalActor, { contactMsisdn, createdAt, ...wallet }: FoundWallet) {
  const rest = { ...wallet, createdAt: createdAt.toISOString() };
  if (seesAll(role)) return { ...rest, mobile: formatMsisdn(contactMsisdn) };
  return {
    ...rest,
    walletCode: maskCode(wallet.walletCode),
    mobile: maskMsisdn(contactMsisdn),
    name: wallet.name && maskName(wallet.name),
  };
}

function today(): string {
  const { clock, programme } = services();
  return formatLocalDate(clock.now(), programme.timeZone());
}

/** The code of a wallet by its number. Throws PortalRefusal `not_found`. */
export async function walletCodeOf(walletId: number): Promise<string> {
  const wallet = await prisma().wallet.findUnique({
    where: { id: BigInt(walletId) },
    select: { walletCode: true },
  });
  if (wallet === null) throw new PortalRefusal("not_found");
  return wallet.walletCode;
}

/** A wallet as the desk edits it. Throws PortalRefusal `not_found`. */
export async function presentDeskWallet(actor: PortalActor, walletId: number): Promise<DeskWallet> {
  const database = prisma();
  const wallet = await findWallet(database, await walletCodeOf(walletId));
  if (wallet === null) throw new PortalRefusal("not_found");
  const consents = await database.walletConsent.findMany({
    where: { walletId: BigInt(walletId) },
    include: { consentText: true },
    orderBy: { id: "desc" },
    take: 20,
  });
  const people = await database.user.findMany({
    where: { id: { in: consents.map(({ userId }) => userId) } },
    select: { id: true, name: true },
  });
  const nameOf = (userId: number) => people.find(({ id }) => id === userId)?.name ?? "";
  return {
    ...deskWalletOf(actor, wallet),
    consents: consents.map((consent) => ({
      isGiven: consent.isGiven,
      at: consent.at.toISOString(),
      by: nameOf(consent.userId),
      version: consent.version,
      language: consent.language,
      text: (consent.language === "ar" ? consent.consentText?.textAr : consent.consentText?.textEn) ?? null,
      via: consent.via,
    })),
  };
}

function deskWalletOf({ role }: PortalActor, wallet: WalletRecord): Omit<DeskWallet, "consents"> {
  const { contactMsisdn, nid, consentAt, consentBy, createdAt, optedInAt, pinLockedUntil, ...rest } = wallet;
  const mayReopen = isPermitted(role, "wallet.reopen");
  const mayMove = isPermitted(role, "wallet.set_status");
  const isClosed = wallet.statusId === WALLET_STATUS.closed;
  const common = {
    ...rest,
    isPinLocked: pinLockedUntil !== null && pinLockedUntil > services().clock.now(),
    nextStatusIds: mayMove && (!isClosed || mayReopen) ? [...statusesAfter(wallet.statusId)] : [],
  };
  if (role === "programme_operator")
    return { ...common, mobile: formatMsisdn(contactMsisdn), nationalId: nid, masked: [] };
  const nationalId = nid && maskNationalId(nid);
  if (seesAll(role))
    return {
      ...common,
      mobile: formatMsisdn(contactMsisdn),
      nationalId,
      masked: nid === null ? [] : ["nid"],
    };
  return {
    ...common,
    mobile: maskMsisdn(contactMsisdn),
    email: wallet.email && maskEmail(wallet.email),
    address: null,
    gender: null,
    birthDate: null,
    nationalId,
    masked: ["contactMsisdn", "email", "address", "birthDate", "gender", "nid"],
  };
}

/** What a merge would do, as it is shown before it is done. */
export function presentMerge({ from, to, ...rest }: PlannedMerge): MergePreview {
  return { ...rest, from: { ...sideOf(from), version: from.version }, to: sideOf(to) };
}

function sideOf({ contactMsisdn, ...wallet }: WalletRecord): MergeSide {
  return { ...wallet, mobile: formatMsisdn(contactMsisdn) };
}

// Export ---------------------------------------------------------------------------------------------------------------

/** Wallets as a CSV file, read from the database while it is sent. Throws PortalRefusal `rate_limited`. */
export async function walletExport(
  call: { actor: PortalActor; address: string; requestId: string },
  filter: { statusId?: number | undefined; segmentId?: number | undefined },
): Promise<Response> {
  const { actor } = call;
  const retryAfterSeconds = await countWalletExport(actor.userId);
  if (retryAfterSeconds !== null) throw PortalRefusal.limited(retryAfterSeconds);
  const context = { ...adminContext(), pool: portalPool() };
  const day = today();
  const rows = await exportWallets(context, adminActor(call), { ...filter, today: day });
  return new Response(csvStream(exportColumns(actor, services().programme.timeZone()), rows), {
    headers: csvHeaders({ name: `wallets ${day}`, plainName: `wallets ${day}` }),
  });
}

function exportColumns({ role }: PortalActor, zone: string): CsvColumn<ExportedWallet>[] {
  const moment = (date: Date | null) => date && formatOffsetDateTime(date, zone);
  const mayReadNationalId = role === "programme_operator";
  return [
    { header: "walletCode", cell: ({ walletCode }) => walletCode },
    { header: "mobile", cell: ({ contactMsisdn }) => formatMsisdn(contactMsisdn) },
    { header: "name", cell: ({ name }) => name },
    { header: "email", cell: ({ email }) => email },
    { header: "address", cell: ({ address }) => address },
    { header: "gender", cell: ({ gender }) => gender },
    { header: "birthDate", cell: ({ birthDate }) => birthDate },
    { header: "nationalId", cell: ({ nid }) => nid && (mayReadNationalId ? nid : maskNationalId(nid)) },
    { header: "statusId", cell: ({ statusId }) => statusId },
    { header: "segmentId", cell: ({ segmentId }) => segmentId },
    { header: "isOptedIn", cell: ({ isOptedIn }) => isOptedIn },
    { header: "consentAt", cell: ({ consentAt }) => moment(consentAt) },
    { header: "balance", cell: ({ balance }) => balance },
    { header: "suspended", cell: ({ suspended }) => suspended },
    { header: "accumulated", cell: ({ accumulated }) => accumulated },
    { header: "redeemed", cell: ({ redeemed }) => redeemed },
    { header: "createdAt", cell: ({ createdAt }) => moment(createdAt) },
  ];
}
