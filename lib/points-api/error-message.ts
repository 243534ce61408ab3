import type { Advice, BodyProblem, ErrorCode, ErrorParameters } from "@/lib/ledger/rules/errors";
import type { CouponProblem } from "@/lib/ledger/with/coupons/words";
import type { Breach, LimitName } from "@/lib/ledger/with/limits/words";
import type { Bilingual, Language } from "@/lib/platform/language";
import { formatMsisdn } from "@/lib/platform/msisdn";
import { ERRORS } from "./errors";

/** The texts of 1004 where it is not the Content-Type that cannot be read (rules.md §3). */
const UNSUPPORTED = {
  "Content-Encoding": {
    en: "Content-Encoding must be gzip, deflate or br",
    ar: "يجب أن تكون قيمة Content-Encoding إحدى gzip وdeflate وbr",
  },
  charset: {
    en: "The charset in Content-Type is not known. Use utf-8",
    ar: "ترميز الأحرف في Content-Type غير معروف. استخدم utf-8",
  },
} as const satisfies Record<string, Bilingual>;

/** Advice after the text of 1002 where the field alone does not say what to do next. */
const ADVICE = {
  pin_as_text: {
    en: "Send it as text, in quotes: a number loses leading zeros",
    ar: "أرسله كنص بين علامتي اقتباس: فالرقم يفقد الأصفار التي يبدأ بها",
  },
  hijri_date: {
    en: "It is a date of the Hijri calendar. Send the Gregorian one as 2026-11-21",
    ar: "هذا تاريخ هجري. أرسل التاريخ الميلادي بالشكل 2026-11-21",
  },
  unclear_date: {
    en: "It can mean two days. Send it as 2026-11-21",
    ar: "يحتمل هذا التاريخ يومين مختلفين. أرسله بالشكل 2026-11-21",
  },
  customer_expired: {
    en: "A value of FindWallet is good for 30 minutes, and nothing was carried out. Call FindWallet again, and send this request with its new customer and the same reference",
    ar: "قيمة FindWallet صالحة 30 دقيقة، ولم يُنفّذ شيء. استدعِ FindWallet مرة أخرى وأرسل هذا الطلب بقيمة customer الجديدة وبالرقم المرجعي نفسه",
  },
  own_number: {
    en: "This is the customer's own number. Send that of the customer who referred them, or leave it out",
    ar: "هذا رقم العميل نفسه. أرسل رقم العميل الذي رشّحه، أو لا ترسل الحقل",
  },
  pin_too_easy: {
    en: "Everybody tries this PIN first. It must not be digits in a row or repeated, the day or year of birth, or the end of the mobile number or card",
    ar: "هذا الرقم سهل التخمين. لا يكون أرقامًا متتالية أو مكررة، ولا يوم الميلاد أو سنته، ولا آخر رقم الموبايل أو الكارت",
  },
  one_of_three: {
    en: "Send one of WalletCode, ContactMsisdn and CouponNumber",
    ar: "أرسل واحدًا فقط من WalletCode وContactMsisdn وCouponNumber",
  },
  clock_ahead: {
    en: "The clock that wrote it is ahead: it says {sent}, here it is {now}. Set the clock",
    ar: "الساعة التي سجّلته متقدمة: تقول {sent} والوقت هنا {now}. اضبط الساعة",
  },
  clock_behind: {
    en: "It is older than 90 days: the clock that wrote it says {sent}, here it is {now}",
    ar: "مرّ عليه أكثر من 90 يومًا: تقول الساعة التي سجّلته {sent} والوقت هنا {now}",
  },
  feed_cursor: {
    en: "It was not given out for this log, or a backup was restored since. Read again without a cursor",
    ar: "لم يصدر هذا المؤشر عن هذا السجل، أو استُعيدت نسخة احتياطية بعده. أعد القراءة بدون cursor",
  },
} as const satisfies Record<Advice, Bilingual>;

/** The texts of 1003 by the cause, where it is known. */
const BODY_PROBLEMS = {
  empty: { en: "Request body is empty. Send a JSON object", ar: "محتوى الطلب فارغ. أرسل كائن JSON" },
  not_object: {
    en: "Request body must be a JSON object, such as {…}",
    ar: "يجب أن يكون محتوى الطلب كائن JSON مثل {…}",
  },
  cut: {
    en: "Request body is not valid JSON. It ends too early",
    ar: "محتوى الطلب ليس بصيغة JSON صحيحة. انتهى قبل اكتماله",
  },
  compressed: {
    en: "Request body is not valid JSON. It is compressed: send Content-Encoding: gzip with it",
    ar: "محتوى الطلب ليس بصيغة JSON صحيحة. المحتوى مضغوط: أرسل معه Content-Encoding: gzip",
  },
  utf16: {
    en: "Request body is not valid JSON. It is UTF-16: send UTF-8, or name the charset in Content-Type",
    ar: "محتوى الطلب ليس بصيغة JSON صحيحة. المحتوى UTF-16: أرسل UTF-8 أو اذكر charset في Content-Type",
  },
  doubled: {
    en: "Request body is not valid JSON. A field stands in it twice: {field}",
    ar: "محتوى الطلب ليس بصيغة JSON صحيحة. حقل مكرر فيه: {field}",
  },
} as const satisfies Record<BodyProblem, Bilingual>;

/** The limits of 1702 in words (rules.md §15). */
export const LIMIT_WORDS = {
  rewardValueMax: { en: "value of one reward", ar: "قيمة المكافأة الواحدة" },
  personRewardPointsMax: {
    en: "points that one cashier or till may reward in a day",
    ar: "النقاط التي يضيفها كاشير أو نظام كاشير واحد في اليوم",
  },
  personReversedValueMax: {
    en: "value that one cashier or till may refund or cancel in a day",
    ar: "القيمة التي يردها أو يلغيها كاشير أو نظام كاشير واحد في اليوم",
  },
  walletRewardsMax: { en: "rewards to one wallet in a day", ar: "عدد مكافآت المحفظة في اليوم" },
  unprovedValueMax: {
    en: "value redeemed in a day without the customer's PIN",
    ar: "القيمة المستبدلة في اليوم دون الرقم السري للعميل",
  },
  repeatedInvoices: {
    en: "this invoice was rewarded already",
    ar: "سبق منح نقاط عن هذه الفاتورة",
  },
  childAllowance: {
    en: "points that this member of the family may spend in a month",
    ar: "النقاط التي يصرفها هذا الفرد من العائلة في الشهر",
  },
  merchantRewardPointsMax: {
    en: "points that one merchant may reward in a day",
    ar: "النقاط التي يمنحها تاجر واحد في اليوم",
  },
  merchantReversedValueMax: {
    en: "value refunded or cancelled at one merchant in a day",
    ar: "القيمة المستردة أو الملغاة لدى تاجر واحد في اليوم",
  },
  personCouponValueMax: {
    en: "worth of coupons that one cashier or till may use or open again in a day",
    ar: "قيمة الكوبونات التي يستخدمها أو يعيد فتحها كاشير أو نظام كاشير واحد في اليوم",
  },
  personUnprovedValueMax: {
    en: "value redeemed in a day with one cashier without the customers' PIN",
    ar: "القيمة المستبدلة في اليوم لدى كاشير واحد دون الرقم السري للعملاء",
  },
  branchUnprovedValueMax: {
    en: "value redeemed in a day at one branch without the customers' PIN",
    ar: "القيمة المستبدلة في اليوم في فرع واحد دون الرقم السري للعملاء",
  },
  tillUnprovedValueMax: {
    en: "value redeemed in a day at one till without the customers' PIN",
    ar: "القيمة المستبدلة في اليوم على جهاز كاشير واحد دون الرقم السري للعملاء",
  },
} as const satisfies Record<LimitName, Bilingual>;

/** The reasons of 1421 in words (rules.md §22). */
export const COUPON_WORDS = {
  used: { en: "it was used already", ar: "سبق استخدامه" },
  void: { en: "it is void", ar: "أُلغي الكوبون" },
  lapsed: { en: "it has expired", ar: "انتهت صلاحيته" },
  early: { en: "it is not valid yet", ar: "لم يبدأ سريانه بعد" },
  merchant: { en: "it is another merchant's", ar: "يخص تاجرًا آخر" },
  branch: { en: "it is not valid at this branch", ar: "غير سارٍ في هذا الفرع" },
  bill: { en: "it needs a bill of {minBill} or more", ar: "يلزم ألا تقل الفاتورة عن {minBill}" },
  unused: { en: "it was not used", ar: "لم يُستخدم الكوبون" },
  entry: { en: "it came with a transaction: cancel that", ar: "صدر مع عملية، وتُلغى العملية نفسها" },
  undone: { en: "the transaction it came with was undone", ar: "تم إلغاء العملية التي صدر معها" },
  reopened: { en: "its use was taken back twice already", ar: "سبق التراجع عن استخدامه مرتين" },
  together: {
    en: "another one of its offer is used on the bill",
    ar: "يُستخدم على الفاتورة كوبون آخر من العرض نفسه",
  },
  settled: {
    en: "it was used on a settled bill: cancel the bill",
    ar: "استُخدم في فاتورة أُتمّت دفعة واحدة، وتُلغى الفاتورة نفسها",
  },
} as const satisfies Record<CouponProblem, Bilingual>;

/** The text of 1312 where waiting does not help (rules.md §9). */
const LOCKED_UNTIL_RESET = {
  en: "PIN code is locked. Have it reset",
  ar: "تم قفل الرقم السري، يلزم تعيين رقم جديد",
} as const satisfies Bilingual;

/** When and where a reference was used before: 1501. */
const USED = {
  en: (at: string, branch: string | null) => `used on ${at}${branch === null ? "" : ` at branch ${branch}`}`,
  ar: (at: string, branch: string | null) => `استُخدم في ${at}${branch === null ? "" : ` في الفرع ${branch}`}`,
};

/** Behind the text of 1001: the other letter case in which the field was sent. */
const SENT_AS = { en: "({sent} was sent)", ar: "(أُرسل {sent})" } as const satisfies Bilingual;

/** The text of 1404 where it is the money that is too much. */
const BEYOND_MONEY = {
  en: "Refund exceeds the remaining value {remainingValue} ({remaining} points)",
  ar: "الاسترداد يتجاوز القيمة المتبقية {remainingValue} ({remaining} نقطة)",
} as const satisfies Bilingual;

/** Behind the text of 1402 where the payment was a settled bill's. */
const PAID_A_BILL = {
  en: "It paid a bill, transaction {billId}: these points come back with the goods, by a return of that transaction",
  ar: "دُفع به جزء من فاتورة، عملية رقم {billId}: ترجع هذه النقاط مع البضاعة بإرجاع تلك العملية",
} as const satisfies Bilingual;

/** The text of 1704 and the limits that the movement passes: a till that is refused all day shows which one has to be raised. */
function withLimits(text: string, breaches: unknown, language: Language): string {
  const limits = (Array.isArray(breaches) ? (breaches as Breach[]) : []).flatMap(({ limit }) =>
    limit in LIMIT_WORDS ? LIMIT_WORDS[limit as LimitName][language] : [],
  );
  return limits.length === 0 ? text : `${text}: ${limits.join(language === "ar" ? "، " : ", ")}`;
}

/** An error's code and the values that the code's text names. */
export interface CodedError {
  readonly code: ErrorCode;
  readonly params: ErrorParameters;
}

/** The text of an error in one language, its parameters filled in. Numbers are written in plain Latin digits. */
export function errorMessage(error: CodedError, language: Language): string {
  const values = error.params as Readonly<Record<string, unknown>>;
  if (typeof values.unsupported === "string" && values.unsupported in UNSUPPORTED)
    return UNSUPPORTED[values.unsupported as keyof typeof UNSUPPORTED][language];
  if (typeof values.limit === "string" && values.limit in LIMIT_WORDS)
    return ERRORS[error.code][language].replace("{limit}", LIMIT_WORDS[values.limit as LimitName][language]);
  if (error.code === 1704) return withLimits(ERRORS[1704][language], values.breaches, language);
  if (error.code === 1312 && values.lockedForSeconds === null) return LOCKED_UNTIL_RESET[language];
  const fill = (template: Bilingual) =>
    template[language].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      String(values[name] ?? placeholder),
    );
  if (typeof values.reason === "string" && values.reason in COUPON_WORDS)
    return ERRORS[error.code][language].replace(
      "{reason}",
      fill(COUPON_WORDS[values.reason as CouponProblem]),
    );
  const problem = values.problem as BodyProblem | undefined;
  const ofCode = problem === undefined ? ERRORS[error.code] : BODY_PROBLEMS[problem];
  const text = fill(values.remainingValue === undefined ? ofCode : BEYOND_MONEY);
  // The portal's own name of a field is nothing to its people.
  if (values.field === "soldAt" && typeof values.advice === "string")
    return fill(ADVICE[values.advice as keyof typeof ADVICE]);
  if (typeof values.advice === "string" && values.advice in ADVICE)
    return `${text}. ${fill(ADVICE[values.advice as keyof typeof ADVICE])}`;
  if (error.code === 1402 && values.billId !== undefined) return `${text}. ${fill(PAID_A_BILL)}`;
  if (error.code === 1001 && values.sent !== undefined) return `${text} ${fill(SENT_AS)}`;
  const form = values.form as Bilingual | undefined;
  if (form !== undefined) return `${text}. ${form[language]}`;
  if (values.usedAt === undefined) return text;
  const branch = typeof values.branchMsisdn === "string" ? formatMsisdn(values.branchMsisdn) : null;
  return `${text}: ${USED[language](String(values.usedAt), branch)}`;
}
