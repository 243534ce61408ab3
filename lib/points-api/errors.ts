import type { DomainError, ErrorCode } from "@/lib/ledger/rules/errors";
import type { Bilingual } from "@/lib/platform/language";

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
 * A text names its parameters in braces; their types are in lib/ledger/rules/errors.ts.
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
  1420: { status: 404, en: "Coupon not found", ar: "الكوبون غير موجود", carriesWallet: true },
  1421: {
    status: 409,
    en: "Coupon refused: {reason}",
    ar: "رُفض الكوبون: {reason}",
    carriesWallet: true,
  },
  1422: {
    status: 409,
    en: "All coupons of this offer have been issued",
    ar: "صدرت كل الكوبونات المتاحة",
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

/** The HTTP status of an error. Only 1007 has two, and whoever throws it says which. */
export function errorStatus(error: Pick<DomainError, "code" | "details">): number {
  if (error.code === 1007) return error.details.status ?? ERRORS[1007].status;
  return ERRORS[error.code].status;
}

/** Whether an answer with this code may show the identified wallet (rules.md §11). */
export function carriesWallet(code: ErrorCode): boolean {
  return ERRORS[code].carriesWallet;
}
