import { type AuditEntry, listActs } from "@/lib/areas/audit/read";
import { FILED_FIELDS } from "@/lib/ledger/rules/entry-fields";
import { PROFILE, PROFILE_FIELDS } from "@/lib/ledger/rules/profile";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { readHeld, type StatementKind } from "@/lib/log/held";
import { words } from "@/lib/platform/language";
import { openNationalId } from "@/lib/platform/personal";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersion } from "@/lib/portal/acts/administer";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import { recordConsent } from "@/lib/portal/acts/consent";
import type { AdminContext, WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockWallets } from "@/lib/portal/acts/wallet-record";
import { readCards } from "@/lib/wallet/cards";
import { hasWithdrawn } from "@/lib/wallet/erase";
import { readWalletFacts } from "@/lib/wallet/facts";
import type { Paper, PaperSection } from "./document";

/** Acts of one page of the audit log. */
const ACTS = 200;

const AT = words("Time", "الوقت");
const MERCHANT = words("Merchant", "التاجر");

/** Held data about a customer besides the acts of the audit log, each read by the wallet's id. */
const HELD: Readonly<Record<StatementKind, Omit<PaperSection, "rows" | "id">>> = {
  profile: {
    title: words("Customer", "العميل"),
    columns: {
      walletCode: words("Wallet code", "كود العميل"),
      mobile: words("Mobile number", "رقم الموبايل"),
      ...Object.fromEntries(PROFILE_FIELDS.map((field) => [field, PROFILE[field].names])),
      referralMobile: words("Referred by", "بترشيح من"),
      status: words("Status", "الحالة"),
      tier: words("Tier", "المستوى"),
      points: words("Points", "النقاط"),
      hasPin: words("Has a PIN", "له رقم سري"),
      createdAt: words("Since", "منذ"),
    },
  },
  consents: {
    title: words("Consents", "الموافقات"),
    columns: {
      receipt: words("Receipt", "الإيصال"),
      at: AT,
      isGiven: words("Given", "ممنوحة"),
      via: words("Given at", "المكان"),
      agreedOn: words("On paper, on", "على ورق، في"),
      proof: words("Papers", "مكان الورق"),
      recordedAt: words("Recorded on", "تاريخ التسجيل"),
      version: words("Version of the words", "إصدار النص"),
      text: words("Words", "النص"),
    },
  },
  transactions: {
    title: words("Transactions", "العمليات"),
    columns: {
      id: words("Receipt number", "رقم الإيصال"),
      at: AT,
      points: words("Points", "النقاط"),
      balance: words("Balance after", "الرصيد بعدها"),
      merchant: MERCHANT,
      ...Object.fromEntries(FILED_FIELDS.flatMap(({ held, file }) => (held === null ? [] : [[held, file]]))),
    },
  },
  points: {
    title: words("Points by their date", "النقاط حسب تاريخها"),
    columns: {
      state: words("State", "الحالة"),
      points: words("Points", "النقاط"),
      until: words("Until", "حتى"),
    },
  },
  coupons: {
    title: words("Coupons", "الكوبونات"),
    columns: {
      number: words("Number", "الرقم"),
      title: words("Title", "العنوان"),
      state: words("Status", "الحالة"),
      issuedAt: words("Issued", "تاريخ الإصدار"),
      usedAt: words("Used", "تاريخ الاستخدام"),
    },
  },
  family: {
    title: words("Family", "العائلة"),
    columns: { walletCode: words("Wallet code", "كود العميل"), role: words("Role", "الدور") },
  },
  referrals: {
    title: words("Referrals", "الترشيحات"),
    columns: { state: words("Status", "الحالة"), at: AT, points: words("Points", "النقاط") },
  },
  looks: {
    title: words("People who looked", "من اطّلع"),
    columns: { at: AT, by: words("Person", "الشخص"), merchant: MERCHANT, how: words("How", "كيف") },
  },
  webhooks: {
    title: words("Events that were sent", "الأحداث المُرسلة"),
    columns: { at: AT, type: words("Kind", "النوع"), to: words("Recipient", "المستلم") },
  },
  requests: {
    title: words("Requests to a second person", "طلبات موافقة شخص ثانٍ"),
    columns: {
      at: AT,
      kind: words("Kind", "النوع"),
      state: words("Status", "الحالة"),
      points: words("Points", "النقاط"),
      reason: words("Reason", "السبب"),
    },
  },
  privacy: {
    title: words("Requests about the data", "طلبات بشأن البيانات"),
    columns: {
      receivedOn: words("Received on", "تاريخ الاستلام"),
      kind: words("Kind", "النوع"),
      dueOn: words("Answer due by", "موعد الرد"),
      answer: words("Answer", "الرد"),
      note: words("In words", "التفاصيل"),
      at: words("Answered on", "تاريخ الرد"),
    },
  },
  security: {
    title: words("Security events", "أحداث الأمان"),
    columns: { at: AT, kind: words("Kind", "النوع") },
  },
};

const STATUS_NAMES = new Map(Object.entries(WALLET_STATUS).map(([name, id]) => [id as number, name]));

/**
 * Everything that is held about the customer of a wallet, on all cards that were merged, with the people who looked and the acts that were done, as it is handed to the
 * customer. The audit log says that it was made.
 * @throws AdminError forbidden, not_found
 */
export async function readPersonFile(
  context: AdminContext,
  actor: AdminActor,
  walletCode: string,
): Promise<Paper> {
  return administer(context, actor, "wallet.read_file", async ({ tx, now, record }) => {
    const [wallet] = await readWalletFacts(tx, { ids: [], walletCodes: [walletCode] });
    if (wallet === undefined) throw new AdminError("not_found", { subject: "wallet" });
    const cards = await readCards(tx, wallet.id);
    const walletIds = cards.map(({ id }) => id);
    const sections: PaperSection[] = [];
    for (const id of Object.keys(HELD) as StatementKind[])
      sections.push({ id, ...HELD[id], rows: (await readHeld(tx, id, walletIds)).map(presented) });
    const acts = await readActs(
      tx,
      cards.map((card) => card.walletCode),
    );
    sections.push({
      id: "acts",
      title: words("Changes", "التغييرات"),
      columns: {
        at: AT,
        action: words("Act", "الإجراء"),
        by: words("Person", "الشخص"),
        before: words("Before", "قبل"),
        after: words("After", "بعد"),
      },
      rows: acts.map(({ at, action, user, before, after }) => ({
        ...{ at, action, by: user?.name },
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
      })),
    });
    await record({ subject: "wallet", subjectId: walletCode, merchantId: null, before: null, after: {} });
    const title = words("Everything held about a customer", "كل ما نحتفظ به عن العميل");
    return { name: `customer ${walletCode}`, title, madeAt: now, sections };
  });
}

/** All acts on the cards, the newest first. */
async function readActs(tx: Parameters<typeof listActs>[0], walletCodes: string[]): Promise<AuditEntry[]> {
  const acts: AuditEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listActs(
      tx,
      { subject: { type: "wallet", id: walletCodes } },
      { limit: ACTS, cursor: cursor ?? undefined },
    );
    acts.push(...page.acts);
    cursor = page.nextCursor;
  }
  return acts;
}

type Row = PaperSection["rows"][number];

function presented({ nid, status, ...row }: Row): Row {
  return {
    ...row,
    ...(typeof nid === "string" && { nid: openNationalId(nid) }),
    ...(status !== undefined && { status: STATUS_NAMES.get(Number(status)) ?? String(status) }),
    ...(row.state !== undefined && { state: row.state }),
  };
}

interface WithdrawConsentInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
}

/**
 * Takes a customer's consent back. Its record is the receipt, by its number. From then on nothing of the customer's profile is read by any
 * page, file or API client (`profileColumns`), the wallet is in no export, and its points are not moved until the customer joins again.
 * @throws AdminError forbidden, not_found, conflict, wallet_status (the consent is withdrawn already)
 */
export function withdrawConsent(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version }: WithdrawConsentInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.withdraw_consent", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    if (await hasWithdrawn(act.tx, wallet.id))
      throw new AdminError("wallet_status", { statusId: wallet.statusId });
    await recordConsent(act, BigInt(wallet.id), { isGiven: false });
    return changeWallet(act, wallet, { wallet: { isOptedIn: false }, profile: { withdrawnAt: act.now } });
  });
}
