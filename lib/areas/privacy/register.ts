import { words } from "@/lib/platform/language";
import { readRows } from "@/lib/platform/rows";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { countGone } from "@/lib/wallet/erase";
import type { Paper } from "./document";
import { RETENTION_KINDS, readRetention } from "./retention";

/** Why personal data is held, on which ground, and which. */
const PURPOSES = [
  {
    purpose: words("Running the points programme", "تشغيل برنامج النقاط"),
    ground: words("The contract with the customer", "العقد مع العميل"),
    data: words("Mobile number, wallet code, transactions", "رقم الموبايل وكود العميل والعمليات"),
  },
  {
    purpose: words("Knowing the customer", "معرفة العميل"),
    ground: words("The customer's consent", "موافقة العميل"),
    data: words(
      "Name, e-mail, address, gender, date of birth, referral",
      "الاسم والبريد الإلكتروني والعنوان والنوع وتاريخ الميلاد والترشيح",
    ),
  },
  {
    purpose: words("Telling customers apart", "التمييز بين العملاء"),
    ground: words("The customer's consent", "موافقة العميل"),
    data: words("National ID, sealed", "الرقم القومي، مشفّرًا"),
  },
  {
    purpose: words("Preventing fraud and proving transactions", "منع الاحتيال وإثبات العمليات"),
    ground: words("Legitimate interest and the law", "المصلحة المشروعة والقانون"),
    data: words(
      "Audit log, security events, people who looked, device addresses",
      "سجل المراجعة وأحداث الأمان ومن اطّلع وعناوين الأجهزة",
    ),
  },
] as const;

const RECIPIENTS = `
SELECT m.name_en AS name, 'merchant' AS kind, 'customers who were at its branches' AS data, m.created_at AS since FROM merchant m WHERE m.is_active
 UNION ALL
SELECT c.name, 'API client', CASE WHEN c.expose_nid THEN 'wallets of its merchant, with national IDs' ELSE 'wallets of its merchant' END, c.created_at
  FROM api_client c WHERE c.revoked_at IS NULL AND c.sandbox_id IS NULL
 UNION ALL
SELECT w.url, 'webhook', 'wallet codes, masked numbers, transactions', w.created_at FROM webhook_endpoint w WHERE w.state = 'active' AND w.client_id IS NULL
 ORDER BY 2, 1`;

const CONSENTS = `
SELECT t.version, t.created_at AS since, t.text_en AS en, t.text_ar AS ar,
       (SELECT count(*) FROM wallet_consent c WHERE c.version = t.version AND c.is_given) AS given
  FROM consent_text t ORDER BY t.version DESC`;

type Row = Paper["sections"][number]["rows"][number];

/**
 * The register of what is done with personal data, as it is handed over: purposes, recipients, consents, and how long each kind is kept.
 * @throws AdminError forbidden
 */
export async function readRegister({ database, clock }: AdminContext, actor: AdminActor): Promise<Paper> {
  requirePermission(actor, "privacy.read");
  const [recipients, consents, gone, { kinds }] = await Promise.all([
    readRows<Row>(database, RECIPIENTS),
    readRows<Row>(database, CONSENTS),
    countGone(database),
    readRetention(database),
  ]);
  return {
    name: "register of personal data",
    title: words("Register of personal data", "سجل البيانات الشخصية"),
    madeAt: clock.now(),
    sections: [
      {
        id: "purposes",
        title: words("Purposes", "الأغراض"),
        columns: {
          purpose: words("Purpose", "الغرض"),
          ground: words("Ground", "الأساس القانوني"),
          data: words("Data", "البيانات"),
        },
        rows: PURPOSES,
      },
      {
        id: "recipients",
        title: words("Recipients", "المستلمون"),
        columns: {
          name: words("Name", "الاسم"),
          kind: words("Kind", "النوع"),
          data: words("Data", "البيانات"),
          since: words("Since", "منذ"),
        },
        rows: recipients,
      },
      {
        id: "consents",
        title: words("Consents", "الموافقات"),
        columns: {
          version: words("Version", "الإصدار"),
          since: words("Since", "منذ"),
          given: words("Given", "عدد الموافقات"),
          en: words("English", "بالإنجليزية"),
          ar: words("Arabic", "بالعربية"),
        },
        rows: consents,
      },
      {
        id: "ended",
        title: words("Withdrawn and erased", "السحب والحذف"),
        columns: {
          withdrawn: words("Consents withdrawn", "موافقات مسحوبة"),
          erased: words("Customers erased", "عملاء محذوفون"),
        },
        rows: [{ ...gone }],
      },
      {
        id: "retention",
        title: words("How long data is kept", "مدة الاحتفاظ"),
        columns: { kind: words("Kind", "النوع"), days: words("Days", "الأيام") },
        rows: kinds.map(({ kind, days }) => ({ kind: RETENTION_KINDS[kind].name, days })),
      },
    ],
  };
}
