import { listActs } from "@/lib/areas/audit/list-acts";
import { WALLET_STATUS } from "@/lib/ledger/core/types";
import type { Bilingual } from "@/lib/platform/language";
import { openNationalId } from "@/lib/platform/personal";
import { readRows } from "@/lib/platform/rows";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { Paper, PaperSection } from "./document";

/** Newest first; more than anybody has, and few enough to be made while somebody waits. */
const ROWS_MAX = 20_000;
const ACTS_MAX = 200;

const words = (en: string, ar: string): Bilingual => ({ en, ar });
const AT = words("Time", "الوقت");
const MERCHANT = words("Merchant", "التاجر");

/** What is held about a customer besides the acts of the audit log, each read by the wallet's id. */
const HELD: readonly (Omit<PaperSection, "rows"> & { sql: string })[] = [
  {
    id: "profile",
    title: words("Customer", "العميل"),
    columns: {
      walletCode: words("Wallet code", "كود المحفظة"),
      mobile: words("Mobile number", "رقم الموبايل"),
      name: words("Name", "الاسم"),
      email: words("E-mail", "البريد الإلكتروني"),
      address: words("Address", "العنوان"),
      gender: words("Gender", "النوع"),
      birthDate: words("Date of birth", "تاريخ الميلاد"),
      nid: words("National ID", "الرقم القومي"),
      referralMobile: words("Referred by", "بترشيح من"),
      status: words("Status", "الحالة"),
      tier: words("Tier", "الفئة"),
      points: words("Points", "النقاط"),
      hasPin: words("Has a PIN", "له رقم سري"),
      createdAt: words("Since", "منذ"),
    },
    sql: `SELECT w.wallet_code AS "walletCode", w.contact_msisdn AS mobile, p.name, p.email, p.address, p.gender, p.birth_date::text AS "birthDate", p.nid,
                 p.referral_msisdn AS "referralMobile", w.status_id AS status, s.name_en AS tier, w.balance AS points, w.created_at AS "createdAt",
                 EXISTS (SELECT FROM wallet_pin x WHERE x.wallet_id = w.id) AS "hasPin"
            FROM wallet w JOIN segment_version s ON s.segment_id = w.segment_id AND s.is_current LEFT JOIN wallet_profile p ON p.wallet_id = w.id
           WHERE w.id = $1 OR w.merged_into_wallet_id = $1`,
  },
  {
    id: "consents",
    title: words("Consents", "الموافقات"),
    columns: {
      receipt: words("Receipt", "الإيصال"),
      at: AT,
      isGiven: words("Given", "ممنوحة"),
      via: words("Given at", "المكان"),
      version: words("Version of the words", "إصدار النص"),
      text: words("Words", "النص"),
    },
    sql: `SELECT c.id AS receipt, c.at, c.is_given AS "isGiven", c.via, c.version, CASE c.language WHEN 'ar' THEN t.text_ar ELSE t.text_en END AS text
            FROM wallet_consent c LEFT JOIN consent_text t ON t.version = c.version WHERE c.wallet_id = $1 ORDER BY c.id DESC`,
  },
  {
    id: "transactions",
    title: words("Transactions", "العمليات"),
    columns: {
      id: words("Receipt number", "رقم الإيصال"),
      at: AT,
      points: words("Points", "النقاط"),
      balance: words("Balance after", "الرصيد بعدها"),
      merchant: MERCHANT,
      invoice: words("Invoice number", "رقم الفاتورة"),
      comment: words("Comment", "تعليق"),
    },
    sql: `SELECT e.id, e.created_at AS at, e.points_delta AS points, e.balance_after AS balance, m.name_en AS merchant, e.invoice_number AS invoice, e.comment
            FROM entry e LEFT JOIN merchant m ON m.id = e.merchant_id WHERE e.wallet_id = $1 OR e.actor_wallet_id = $1 ORDER BY e.id DESC LIMIT ${ROWS_MAX}`,
  },
  {
    id: "coupons",
    title: words("Coupons", "القسائم"),
    columns: {
      number: words("Number", "الرقم"),
      title: words("Title", "العنوان"),
      state: words("Status", "الحالة"),
      issuedAt: words("Issued", "تاريخ الإصدار"),
      usedAt: words("Used", "تاريخ الاستخدام"),
    },
    sql: `SELECT c.number, t.title_en AS title, c.state, c.issued_at AS "issuedAt", c.used_at AS "usedAt"
            FROM coupon c JOIN coupon_template t ON t.id = c.template_id WHERE c.wallet_id = $1 ORDER BY c.id DESC LIMIT ${ROWS_MAX}`,
  },
  {
    id: "family",
    title: words("Family", "العائلة"),
    columns: { walletCode: words("Wallet code", "كود المحفظة"), role: words("Role", "الدور") },
    sql: `SELECT w.wallet_code AS "walletCode", w.family_role AS role FROM wallet w WHERE w.parent_wallet_id = $1
           UNION ALL SELECT p.wallet_code, 'parent' FROM wallet w JOIN wallet p ON p.id = w.parent_wallet_id WHERE w.id = $1`,
  },
  {
    id: "referrals",
    title: words("Referrals", "الترشيحات"),
    columns: { state: words("Status", "الحالة"), at: AT, points: words("Points", "النقاط") },
    sql: `SELECT r.state, r.opened_at AS at, CASE WHEN r.wallet_id = $1 THEN r.newcomer_points ELSE r.referrer_points END AS points
            FROM referral r WHERE r.wallet_id = $1 OR r.referrer_wallet_id = $1 ORDER BY r.opened_at DESC`,
  },
  {
    id: "looks",
    title: words("People who looked", "من اطّلع"),
    columns: { at: AT, by: words("Person", "الشخص"), merchant: MERCHANT, how: words("How", "كيف") },
    sql: `SELECT v.at, u.name AS by, m.name_en AS merchant, v.how FROM wallet_view v JOIN app_user u ON u.id = v.user_id LEFT JOIN merchant m ON m.id = u.merchant_id
           WHERE v.wallet_id = $1 ORDER BY v.id DESC LIMIT ${ROWS_MAX}`,
  },
  {
    id: "webhooks",
    title: words("Events that were sent", "الأحداث المُرسلة"),
    columns: { at: AT, type: words("Kind", "النوع"), to: words("Recipient", "المستلم") },
    sql: `SELECT d.created_at AS at, d.type, w.url AS to FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
           WHERE d.subject = 'wallet:' || $1::bigint ORDER BY d.id DESC LIMIT ${ROWS_MAX}`,
  },
];

const STATUS_NAMES = new Map(Object.entries(WALLET_STATUS).map(([name, id]) => [id as number, name]));

/**
 * Everything that is held about the customer of a wallet, with the people who looked and the acts that were done, as it is handed to the
 * customer. The audit log says that it was made.
 * @throws AdminError forbidden, not_found
 */
export async function readPersonFile(
  context: AdminContext,
  actor: AdminActor,
  walletCode: string,
): Promise<Paper> {
  return administer(context, actor, "wallet.read_file", async ({ tx, now, record }) => {
    const wallet = await tx.wallet.findUnique({ where: { walletCode }, select: { id: true } });
    if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
    const sections: PaperSection[] = [];
    for (const { sql, ...section } of HELD)
      sections.push({ ...section, rows: (await readRows<Row>(tx, sql, [wallet.id])).map(presented) });
    const { acts } = await listActs(tx, { subject: { type: "wallet", id: walletCode } }, { limit: ACTS_MAX });
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

type Row = PaperSection["rows"][number];

function presented({ nid, status, ...row }: Row): Row {
  return {
    ...row,
    ...(typeof nid === "string" && { nid: openNationalId(nid) }),
    ...(status !== undefined && { status: STATUS_NAMES.get(Number(status)) ?? String(status) }),
    ...(row.state !== undefined && { state: row.state }),
  };
}
