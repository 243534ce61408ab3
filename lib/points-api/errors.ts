import type { DomainError, ErrorCode, ErrorParameters } from "@/lib/ledger/core/errors";
import type { CouponProblem } from "@/lib/ledger/with/coupons/words";
import type { LimitName } from "@/lib/ledger/with/limits/words";
import type { Bilingual, Language } from "@/lib/platform/language";

interface ErrorDefinition extends Bilingual {
  status: number;
  /** True when an answer with this code may show the wallet: it was identified, and no secret was in question. */
  carriesWallet: boolean;
}

/** The text of code 0. */
export const SUCCESS_MESSAGE = { en: "Success", ar: "تمت العملية بنجاح" } as const satisfies Bilingual;

/**
 * The one table of errors (interface.md §7; rules.md §11): code → HTTP status, texts, and whether the
 * wallet may be shown. Everything else that is said about an error derives from here, the API reference included.
 * A text names its parameters in braces; their types are in lib/ledger/core/errors.ts.
 */
export const ERRORS = {
  1001: {
    status: 400,
    en: "Required field is missing: {field}",
    ar: "حقل مطلوب غير موجود: {field}",
    carriesWallet: false,
  },
  1002: {
    status: 400,
    en: "Invalid value for field: {field}",
    ar: "قيمة غير صحيحة للحقل: {field}",
    carriesWallet: false,
  },
  1003: {
    status: 400,
    en: "Request body is not valid JSON",
    ar: "محتوى الطلب ليس بصيغة JSON صحيحة",
    carriesWallet: false,
  },
  1004: {
    status: 415,
    en: "Content-Type must be application/json",
    ar: "يجب أن يكون نوع المحتوى application/json",
    carriesWallet: false,
  },
  1005: {
    status: 404,
    en: "API version is not supported",
    ar: "إصدار واجهة البرمجة غير مدعوم",
    carriesWallet: false,
  },
  1006: { status: 413, en: "Request is too large", ar: "حجم الطلب أكبر من المسموح به", carriesWallet: false },
  1007: {
    status: 404,
    en: "Operation not found / method not allowed",
    ar: "العملية المطلوبة غير موجودة",
    carriesWallet: false,
  },
  1008: {
    status: 410,
    en: "This API version has been retired",
    ar: "تم إيقاف هذا الإصدار من واجهة البرمجة",
    carriesWallet: false,
  },
  1101: {
    status: 401,
    en: "ClientId header is required",
    ar: "ترويسة ClientId مطلوبة",
    carriesWallet: false,
  },
  1102: { status: 401, en: "ClientId is not valid", ar: "قيمة ClientId غير صحيحة", carriesWallet: false },
  1103: {
    status: 403,
    en: "This client is not allowed to perform this operation",
    ar: "غير مسموح لجهة التكامل بتنفيذ هذه العملية",
    carriesWallet: false,
  },
  1104: {
    status: 403,
    en: "Request origin is not allowed",
    ar: "مصدر الطلب غير مسموح به",
    carriesWallet: false,
  },
  1105: {
    status: 401,
    en: "Request signature is not valid",
    ar: "توقيع الطلب غير صحيح",
    carriesWallet: false,
  },
  1110: { status: 404, en: "Branch not found", ar: "الفرع غير موجود", carriesWallet: false },
  1111: { status: 403, en: "Branch is not active", ar: "الفرع غير مفعّل", carriesWallet: false },
  1201: {
    status: 404,
    en: "Wallet not found or mobile number does not match",
    ar: "المحفظة غير موجودة أو رقم الهاتف غير مطابق",
    carriesWallet: false,
  },
  1202: { status: 422, en: "Wallet is not active", ar: "المحفظة غير مفعّلة", carriesWallet: true },
  1203: { status: 422, en: "Wallet is suspended", ar: "المحفظة موقوفة مؤقتًا", carriesWallet: true },
  1204: { status: 422, en: "Wallet is closed", ar: "المحفظة مغلقة", carriesWallet: true },
  1205: {
    status: 422,
    en: "Customer has not joined the programme",
    ar: "العميل غير مشترك في البرنامج",
    carriesWallet: true,
  },
  1206: {
    status: 409,
    en: "Wallet was merged into another wallet",
    ar: "تم دمج هذه المحفظة في محفظة أخرى",
    carriesWallet: true,
  },
  1207: {
    status: 409,
    en: "A wallet with this mobile number exists already",
    ar: "توجد محفظة بهذا الرقم بالفعل",
    carriesWallet: false,
  },
  1208: {
    status: 422,
    en: "The customer's consent is required",
    ar: "موافقة العميل مطلوبة",
    carriesWallet: false,
  },
  1301: { status: 422, en: "Insufficient points balance", ar: "رصيد النقاط غير كافٍ", carriesWallet: true },
  1302: {
    status: 422,
    en: "Balance is below the minimum required to redeem ({min})",
    ar: "الرصيد أقل من الحد الأدنى المطلوب للاستبدال ({min})",
    carriesWallet: true,
  },
  1304: {
    status: 422,
    en: "Points exceed the maximum allowed ({max})",
    ar: "النقاط تتجاوز الحد الأقصى المسموح به ({max})",
    carriesWallet: true,
  },
  1306: {
    status: 422,
    en: "Redemption is not activated for this wallet",
    ar: "الاستبدال غير مفعّل لهذه المحفظة",
    carriesWallet: true,
  },
  1307: {
    status: 422,
    en: "The customer's approval is required: PIN or one-time code",
    ar: "يلزم تأكيد العميل بالرقم السري أو رمز التحقق",
    carriesWallet: true,
  },
  1310: { status: 422, en: "PIN code is required", ar: "الرقم السري مطلوب", carriesWallet: false },
  1311: { status: 422, en: "PIN code is not correct", ar: "الرقم السري غير صحيح", carriesWallet: false },
  1312: {
    status: 423,
    en: "PIN code is locked. Try again later",
    ar: "تم قفل الرقم السري، حاول لاحقًا",
    carriesWallet: false,
  },
  1401: {
    status: 404,
    en: "Original transaction not found",
    ar: "العملية الأصلية غير موجودة",
    carriesWallet: true,
  },
  1402: {
    status: 422,
    en: "This transaction cannot be refunded",
    ar: "لا يمكن استرداد هذه العملية",
    carriesWallet: true,
  },
  1403: {
    status: 409,
    en: "Transaction is already fully refunded",
    ar: "تم استرداد هذه العملية بالكامل من قبل",
    carriesWallet: true,
  },
  1404: {
    status: 422,
    en: "Refund exceeds the remaining points ({remaining})",
    ar: "الاسترداد يتجاوز النقاط المتبقية ({remaining})",
    carriesWallet: true,
  },
  1405: {
    status: 422,
    en: "Points and PointsValue do not match",
    ar: "عدد النقاط لا يطابق قيمتها",
    carriesWallet: true,
  },
  1406: {
    status: 422,
    en: "Refund period has ended",
    ar: "انتهت المدة المسموح بها للاسترداد",
    carriesWallet: true,
  },
  1407: {
    status: 403,
    en: "Refund is not allowed from this branch",
    ar: "الاسترداد غير مسموح به من هذا الفرع",
    carriesWallet: true,
  },
  1411: {
    status: 409,
    en: "Transaction is already cancelled",
    ar: "تم إلغاء هذه العملية من قبل",
    carriesWallet: true,
  },
  1412: { status: 422, en: "Cancellation period has ended", ar: "انتهت مدة الإلغاء", carriesWallet: true },
  1413: {
    status: 409,
    en: "Transaction has refunds and cannot be cancelled",
    ar: "توجد عمليات استرداد على هذه العملية ولا يمكن إلغاؤها",
    carriesWallet: true,
  },
  1414: {
    status: 422,
    en: "This transaction cannot be cancelled",
    ar: "لا يمكن إلغاء هذه العملية",
    carriesWallet: true,
  },
  1415: {
    status: 422,
    en: "Balance is not enough to take these points back",
    ar: "الرصيد غير كافٍ لسحب هذه النقاط",
    carriesWallet: true,
  },
  1416: {
    status: 409,
    en: "This request was cancelled before it arrived",
    ar: "تم إلغاء هذا الطلب قبل وصوله",
    carriesWallet: true,
  },
  1417: {
    status: 409,
    en: "More than one transaction has this reference",
    ar: "توجد أكثر من عملية بهذا الرقم المرجعي",
    carriesWallet: true,
  },
  1418: {
    status: 409,
    en: "Hold not found or already ended",
    ar: "الحجز غير موجود أو انتهى بالفعل",
    carriesWallet: true,
  },
  1419: {
    status: 422,
    en: "Capture exceeds the held points ({remaining})",
    ar: "المطلوب يتجاوز النقاط المحجوزة ({remaining})",
    carriesWallet: true,
  },
  1420: { status: 404, en: "Coupon not found", ar: "القسيمة غير موجودة", carriesWallet: true },
  1421: {
    status: 409,
    en: "Coupon refused: {reason}",
    ar: "رُفضت القسيمة: {reason}",
    carriesWallet: true,
  },
  1422: {
    status: 409,
    en: "All coupons of this offer have been issued",
    ar: "صدرت جميع قسائم هذا العرض",
    carriesWallet: true,
  },
  // The wallet of this request, which its caller has identified; never that of the request that used the key.
  1501: {
    status: 409,
    en: "This reference was already used with different data",
    ar: "الرقم المرجعي مستخدم من قبل ببيانات مختلفة",
    carriesWallet: true,
  },
  1504: {
    status: 400,
    en: "A reference (ExternalLogId or Idempotency-Key) is required",
    ar: "الرقم المرجعي مطلوب",
    carriesWallet: false,
  },
  1505: {
    status: 404,
    en: "No transaction with this reference has arrived",
    ar: "لم تصل أي عملية بهذا الرقم المرجعي",
    carriesWallet: true,
  },
  1701: {
    status: 429,
    en: "Too many requests. Try again later",
    ar: "عدد الطلبات كبير، حاول لاحقًا",
    carriesWallet: false,
  },
  1702: {
    status: 422,
    en: "Limit reached: {limit}",
    ar: "تم بلوغ الحد المسموح: {limit}",
    carriesWallet: true,
  },
  1703: {
    status: 422,
    en: "This transaction is under review",
    ar: "هذه العملية قيد المراجعة",
    carriesWallet: true,
  },
  1704: {
    status: 422,
    en: "Supervisor approval is required",
    ar: "يلزم اعتماد المشرف",
    carriesWallet: true,
  },
  1901: {
    status: 500,
    en: "Unexpected error. Reference: {requestId}",
    ar: "حدث خطأ غير متوقع. الرقم المرجعي: {requestId}",
    carriesWallet: false,
  },
  1902: {
    status: 503,
    en: "Service is temporarily unavailable. Try again with the same reference",
    ar: "الخدمة غير متاحة مؤقتًا، أعد المحاولة بنفس الرقم المرجعي",
    carriesWallet: false,
  },
} as const satisfies Record<ErrorCode, ErrorDefinition>;

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
  feed_cursor: {
    en: "It was not given out for this log, or a backup was restored since. Read again without a cursor",
    ar: "لم يصدر هذا المؤشر عن هذا السجل، أو استُعيدت نسخة احتياطية بعده. أعد القراءة بدون cursor",
  },
} as const satisfies Record<string, Bilingual>;

/** The limits of 1702 in words (rules.md §15). */
export const LIMIT_WORDS = {
  rewardValueMax: { en: "value of one reward", ar: "قيمة المكافأة الواحدة" },
  personRewardPointsMax: {
    en: "points that one user may reward in a day",
    ar: "النقاط التي يمنحها مستخدم واحد في اليوم",
  },
  personReversedValueMax: {
    en: "value that one user may refund or cancel in a day",
    ar: "القيمة التي يستردها أو يلغيها مستخدم واحد في اليوم",
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
    en: "worth of coupons that one user may use or open again in a day",
    ar: "قيمة القسائم التي يستخدمها أو يعيد فتحها مستخدم واحد في اليوم",
  },
} as const satisfies Record<LimitName, Bilingual>;

/** The reasons of 1421 in words (rules.md §22). */
export const COUPON_WORDS = {
  used: { en: "it was used already", ar: "سبق استخدامها" },
  void: { en: "it is void", ar: "أُلغيت القسيمة" },
  lapsed: { en: "it has expired", ar: "انتهت صلاحيتها" },
  early: { en: "it is not valid yet", ar: "لم يبدأ سريانها بعد" },
  merchant: { en: "it is another merchant's", ar: "تخص تاجرًا آخر" },
  branch: { en: "it is not valid at this branch", ar: "غير سارية في هذا الفرع" },
  unused: { en: "it was not used", ar: "لم تُستخدم القسيمة" },
  entry: { en: "it came with a transaction: cancel that", ar: "صدرت مع عملية، وتُلغى العملية نفسها" },
  undone: { en: "the transaction it came with was undone", ar: "تم إلغاء العملية التي صدرت معها" },
  reopened: { en: "its use was taken back twice already", ar: "سبق التراجع عن استخدامها مرتين" },
} as const satisfies Record<CouponProblem, Bilingual>;

/** The text of 1312 where waiting does not help (rules.md §9). */
const LOCKED_UNTIL_RESET = {
  en: "PIN code is locked. Have it reset",
  ar: "تم قفل الرقم السري، يلزم تعيين رقم جديد",
} as const satisfies Bilingual;

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
  if (typeof values.reason === "string" && values.reason in COUPON_WORDS)
    return ERRORS[error.code][language].replace(
      "{reason}",
      COUPON_WORDS[values.reason as CouponProblem][language],
    );
  if (error.code === 1312 && values.lockedForSeconds === null) return LOCKED_UNTIL_RESET[language];
  const text = ERRORS[error.code][language].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
  if (typeof values.advice === "string" && values.advice in ADVICE)
    return `${text}. ${ADVICE[values.advice as keyof typeof ADVICE][language]}`;
  return text;
}

/** The HTTP status of an error. Only 1007 has two, and whoever throws it says which. */
export function errorStatus(error: Pick<DomainError, "code" | "details">): number {
  if (error.code === 1007) return error.details.status ?? ERRORS[1007].status;
  return ERRORS[error.code].status;
}

/** Whether an answer with this code may show the identified wallet (rules.md §11). */
export function carriesWallet(code: ErrorCode): boolean {
  return ERRORS[code].carriesWallet;
}
