import type { Bilingual } from "@/lib/platform/language";

// Demo data for integrators, with its purpose: the developer pages list it, and a test keeps it complete.

/** The wallets that integrators use, by their code. */
export const WALLET_PURPOSES: Readonly<Record<string, Bilingual>> = {
  "100001": { en: "The plain case: no PIN, factors 1", ar: "الحالة العادية: بلا رقم سري، والمعاملان 1" },
  "100002": { en: "Redeeming with a PIN: 1310, 1311, 1312", ar: "دفع بالنقاط برقم سري: 1310 و1311 و1312" },
  "100003": {
    en: "Gold: earns 1.5 points, pays 2 points a pound, needs a balance of 500 (1302)",
    ar: "ذهبية: تكسب 1.5 نقطة وتدفع نقطتين لكل 1 ج.م.، وتحتاج رصيد 500 (1302)",
  },
  "100004": { en: "Suspended: 1203", ar: "موقوفة: 1203" },
  "100005": { en: "Blocked: 1202", ar: "محظورة: 1202" },
  "100006": { en: "Closed: 1204", ar: "مغلقة: 1204" },
  "100007": { en: "Has not joined the programme: 1205", ar: "لم يشترك العميل في البرنامج: 1205" },
  "100008": { en: "Earns, but may not redeem: 1306", ar: "تكسب ولا تستبدل: 1306" },
  "100009": { en: "Merged into 100011: 1206", ar: "مدموجة في 100011: 1206" },
  "100010": {
    en: "Pending activation: a reward is accepted, a redemption is 1202",
    ar: "بانتظار التفعيل: تقبل المكافأة، والدفع بالنقاط 1202",
  },
  "100011": { en: "The wallet that 100009 was merged into", ar: "الحساب الذي دُمج فيه 100009" },
  "100012": {
    en: "Balance below zero: a reward was spent and then cancelled",
    ar: "رصيد تحت الصفر: صُرفت مكافأة ثم أُلغيت",
  },
  "100013": { en: "Has suspended points beside its balance", ar: "بها نقاط معلقة بجانب الرصيد" },
  "100016": {
    en: "Points of a present, and of a bill of which goods came back: 1301 above its balance",
    ar: "نقاط هدية، ونقاط فاتورة عاد بعض بضاعتها: 1301 لما فوق رصيده",
  },
  "100017": {
    en: "A redemption that was refunded in two parts: 1403. GetTransaction with ExternalLogId DEMO-100017 has its id",
    ar: "دفع بالنقاط رُدّ على جزأين: 1403. تجد GetTransaction رقمه بواسطة ExternalLogId بقيمة DEMO-100017",
  },
  "100019": {
    en: "A redemption that was cancelled: 1411. GetTransaction with ExternalLogId DEMO-100019 has its id",
    ar: "دفع بالنقاط أُلغي: 1411. تجد GetTransaction رقمه بواسطة ExternalLogId بقيمة DEMO-100019",
  },
};

/** The ClientIds that integrators use. */
export const CLIENT_PURPOSES: Readonly<Record<string, Bilingual>> = {
  pis_test_demo: { en: "Everything, without a rate limit", ar: "كل العمليات، وبلا حد للمعدل" },
  pis_test_deals_only: { en: "Deals only: 1103 for the rest", ar: "العروض فقط: 1103 لغيرها" },
  pis_test_revoked: { en: "Revoked: 1102", ar: "ملغى: 1102" },
  pis_test_key_required: { en: "Needs a reference everywhere: 1504", ar: "يلزمه رقم مرجعي دائمًا: 1504" },
  pis_test_http200: { en: "HTTP 200 with every refusal", ar: "HTTP 200 مع كل رفض" },
  pis_test_limited: { en: "5 requests a second: 1701", ar: "5 طلبات في الثانية: 1701" },
  pis_test_merchant2: { en: "Another merchant's tills: 1110, 1401", ar: "كاشير تاجر آخر: 1110 و1401" },
  pis_test_branch_smouha: {
    en: "One branch only, 01000000004: 1110 for the others",
    ar: "فرع واحد هو 01000000004: 1110 لغيره",
  },
  pis_test_expired: { en: "Expired: 1102", ar: "منتهٍ: 1102" },
  pis_test_khayt: { en: "Tills of a third merchant", ar: "كاشير تاجر ثالث" },
  pis_test_nabd: {
    en: "Half way through a rotation: pis_test_nabd_next works as well",
    ar: "في منتصف تبديل المفتاح: يعمل pis_test_nabd_next أيضًا",
  },
  pis_test_yansoun: { en: "Tills of a fifth merchant", ar: "كاشير تاجر خامس" },
  pis_test_bahary: { en: "Tills of a sixth merchant", ar: "كاشير تاجر سادس" },
  pis_test_fresh: {
    en: "As a client is that was issued a moment ago: the scopes that are chosen then, nothing set",
    ar: "كنظام صدر للتو: بالصلاحيات المختارة عندئذ وبلا أي إعداد",
  },
  pis_test_strict: {
    en: "Strict: what the contract does not say is 1002, 1004 or 1007",
    ar: "متشدد: ما لا ينص عليه العقد 1002 أو 1004 أو 1007",
  },
};
