import { describe, expect, test } from "vitest";
import { DomainError, ERROR_CODES, type ErrorCode, isDomainError } from "@/lib/ledger/rules/errors";
import { errorMessage } from "@/lib/points-api/error-message";
import { carriesWallet, ERRORS, errorStatus, SUCCESS_MESSAGE } from "@/lib/points-api/errors";

/** The published table, as it was agreed: code, HTTP status, English, Arabic. */
const TABLE = `
1001 | 400 | Required field is missing: {field} | حقل مطلوب غير موجود: {field}
1002 | 400 | Invalid value for field: {field} | قيمة غير صحيحة للحقل: {field}
1003 | 400 | Request body is not valid JSON | محتوى الطلب ليس بصيغة JSON صحيحة
1004 | 415 | Content-Type must be application/json | يجب أن يكون نوع المحتوى application/json
1005 | 404 | API version is not supported | إصدار واجهة البرمجة غير مدعوم
1006 | 413 | Request is too large | حجم الطلب أكبر من المسموح به
1007 | 404 | Operation not found / method not allowed | العملية المطلوبة غير موجودة
1008 | 410 | This API version has been retired | تم إيقاف هذا الإصدار من واجهة البرمجة
1101 | 401 | ClientId header is required | ترويسة ClientId مطلوبة
1102 | 401 | ClientId is not valid | قيمة ClientId غير صحيحة
1103 | 403 | This client is not allowed to perform this operation | غير مسموح لجهة التكامل بتنفيذ هذه العملية
1104 | 403 | Request origin is not allowed | مصدر الطلب غير مسموح به
1105 | 401 | Request signature is not valid | توقيع الطلب غير صحيح
1110 | 404 | Branch not found | الفرع غير موجود
1111 | 403 | Branch is not active | الفرع غير مفعّل
1201 | 404 | Wallet not found or mobile number does not match | المحفظة غير موجودة أو رقم الهاتف غير مطابق
1202 | 422 | Wallet is not active | المحفظة غير مفعّلة
1203 | 422 | Wallet is suspended | المحفظة موقوفة مؤقتًا
1204 | 422 | Wallet is closed | المحفظة مغلقة
1205 | 422 | Customer has not joined the programme | العميل غير مشترك في البرنامج
1206 | 409 | Wallet was merged into another wallet | تم دمج هذه المحفظة في محفظة أخرى
1207 | 409 | A wallet with this mobile number exists already | توجد محفظة بهذا الرقم بالفعل
1208 | 422 | The customer's consent is required | موافقة العميل مطلوبة
1301 | 422 | Insufficient points balance | رصيد النقاط غير كافٍ
1302 | 422 | Balance is below the minimum required to redeem ({min}) | الرصيد أقل من الحد الأدنى المطلوب للاستبدال ({min})
1304 | 422 | Points exceed the maximum allowed ({max}) | النقاط تتجاوز الحد الأقصى المسموح به ({max})
1306 | 422 | Redemption is not activated for this wallet | الاستبدال غير مفعّل لهذه المحفظة
1307 | 422 | The customer's approval is required: PIN or one-time code | يلزم تأكيد العميل بالرقم السري أو رمز التحقق
1310 | 422 | PIN code is required | الرقم السري مطلوب
1311 | 422 | PIN code is not correct | الرقم السري غير صحيح
1312 | 423 | PIN code is locked. Try again later | تم قفل الرقم السري، حاول لاحقًا
1401 | 404 | Original transaction not found | العملية الأصلية غير موجودة
1402 | 422 | This transaction cannot be refunded | لا يمكن استرداد هذه العملية
1403 | 409 | Transaction is already fully refunded | تم استرداد هذه العملية بالكامل من قبل
1404 | 422 | Refund exceeds the remaining points ({remaining}) | الاسترداد يتجاوز النقاط المتبقية ({remaining})
1405 | 422 | Points and PointsValue do not match | عدد النقاط لا يطابق قيمتها
1406 | 422 | Refund period has ended | انتهت المدة المسموح بها للاسترداد
1407 | 403 | Refund is not allowed from this branch | الاسترداد غير مسموح به من هذا الفرع
1411 | 409 | Transaction is already cancelled | تم إلغاء هذه العملية من قبل
1412 | 422 | Cancellation period has ended | انتهت مدة الإلغاء
1413 | 409 | Transaction has refunds and cannot be cancelled | توجد عمليات استرداد على هذه العملية ولا يمكن إلغاؤها
1414 | 422 | This transaction cannot be cancelled | لا يمكن إلغاء هذه العملية
1415 | 422 | Balance is not enough to take these points back | الرصيد غير كافٍ لسحب هذه النقاط
1416 | 409 | This request was cancelled before it arrived | تم إلغاء هذا الطلب قبل وصوله
1417 | 409 | More than one transaction has this reference | توجد أكثر من عملية بهذا الرقم المرجعي
1418 | 409 | Hold not found or already ended | الحجز غير موجود أو انتهى بالفعل
1419 | 422 | Capture exceeds the held points ({remaining}) | المطلوب يتجاوز النقاط المحجوزة ({remaining})
1420 | 404 | Coupon not found | الكوبون غير موجود
1421 | 409 | Coupon refused: {reason} | رُفض الكوبون: {reason}
1422 | 409 | All coupons of this offer have been issued | صدرت كل الكوبونات المتاحة
1501 | 409 | This reference was already used with different data | الرقم المرجعي مستخدم من قبل ببيانات مختلفة
1504 | 400 | A reference (ExternalLogId or Idempotency-Key) is required | الرقم المرجعي مطلوب
1505 | 404 | No transaction with this reference has arrived | لم تصل أي عملية بهذا الرقم المرجعي
1701 | 429 | Too many requests. Try again later | عدد الطلبات كبير، حاول لاحقًا
1702 | 422 | Limit reached: {limit} | تم بلوغ الحد المسموح: {limit}
1703 | 422 | This transaction is under review | هذه العملية قيد المراجعة
1704 | 422 | Supervisor approval is required | يلزم اعتماد المشرف
1901 | 500 | Unexpected error. Reference: {requestId} | حدث خطأ غير متوقع. الرقم المرجعي: {requestId}
1902 | 503 | Service is temporarily unavailable. Try again with the same reference | الخدمة غير متاحة مؤقتًا، أعد المحاولة بنفس الرقم المرجعي
`;

const ROWS = TABLE.trim()
  .split("\n")
  .map((line) => line.split(" | "))
  .map(([code, status, en, ar]) => ({ code: Number(code) as ErrorCode, status: Number(status), en, ar }));

describe("the table of errors", () => {
  test("has every published code, in order, and no other", () => {
    expect([...ERROR_CODES]).toEqual(ROWS.map(({ code }) => code));
    expect(Object.keys(ERRORS).map(Number)).toEqual(ROWS.map(({ code }) => code));
  });

  test.each(ROWS)("$code answers with $status and the published texts", ({ code, status, en, ar }) => {
    expect(ERRORS[code]).toMatchObject({ status, en, ar });
  });

  test("success has its texts", () => {
    expect(SUCCESS_MESSAGE).toEqual({ en: "Success", ar: "تمت العملية بنجاح" });
  });

  test("the wallet is never shown with 10xx, 11xx, 1201, 131x or before it was identified", () => {
    const showing = ROWS.map(({ code }) => code).filter(carriesWallet);
    expect(showing).toEqual([
      1202, 1203, 1204, 1205, 1206, 1301, 1302, 1304, 1306, 1307, 1401, 1402, 1403, 1404, 1405, 1406, 1407,
      1411, 1412, 1413, 1414, 1415, 1416, 1417, 1418, 1419, 1420, 1421, 1422, 1501, 1505, 1702, 1703, 1704,
    ]);
  });
});

describe("texts", () => {
  test.each([
    [new DomainError(1001, { field: "WalletCode" }), "Required field is missing: WalletCode"],
    [new DomainError(1002, { field: "$&{field}" }), "Invalid value for field: $&{field}"],
    [new DomainError(1302, { min: 500 }), "Balance is below the minimum required to redeem (500)"],
    [new DomainError(1304, { max: 1_000_000 }), "Points exceed the maximum allowed (1000000)"],
    [new DomainError(1404, { remaining: 0 }), "Refund exceeds the remaining points (0)"],
    [new DomainError(1312, { lockedForSeconds: 900 }), "PIN code is locked. Try again later"],
    [new DomainError(1312, { lockedForSeconds: null }), "PIN code is locked. Have it reset"],
    [new DomainError(1901, { requestId: "01J9" }), "Unexpected error. Reference: 01J9"],
    [new DomainError(1301), "Insufficient points balance"],
  ])("%s", (error, expected) => {
    expect(errorMessage(error, "en")).toBe(expected);
  });

  test("the Arabic text names the same values", () => {
    expect(errorMessage(new DomainError(1404, { remaining: 120 }), "ar")).toBe(
      "الاسترداد يتجاوز النقاط المتبقية (120)",
    );
  });
});

describe("statuses", () => {
  test("1007 is 404 unless the thrower says that only the method is wrong", () => {
    expect(errorStatus(new DomainError(1007, {}))).toBe(404);
    expect(errorStatus(new DomainError(1007, {}, { status: 405, allow: ["POST"] }))).toBe(405);
  });

  test("no other code's status can be chosen", () => {
    expect(errorStatus(new DomainError(1301, {}, { status: 405 }))).toBe(422);
  });
});

describe("DomainError", () => {
  test("keeps the code, the values and the cause, and its own message names no personal data", () => {
    const cause = new Error("connection lost");
    const error = new DomainError(1902, {}, { cause, retryAfterSeconds: 1 });
    expect(error).toMatchObject({ code: 1902, params: {}, details: { retryAfterSeconds: 1 } });
    expect(error.cause).toBe(cause);
    expect(new DomainError(1001, { field: "PinCode" }).message).toBe("Refused with 1001 field=PinCode");
  });

  test("is recognised whatever copy of the module made it, and nothing else is", () => {
    const brand = Symbol.for("points-service.DomainError");
    expect(isDomainError(new DomainError(1301))).toBe(true);
    expect(isDomainError({ [brand]: true, code: 1301, params: {}, details: {} })).toBe(true);
    for (const other of [new Error("1301"), { code: 1301 }, null, undefined, "1301", 1301]) {
      expect(isDomainError(other)).toBe(false);
    }
  });

  test("a code cannot be thrown without the values its text names", () => {
    // @ts-expect-error: 1001 names a field.
    expect(() => new DomainError(1001)).not.toThrow();
    // @ts-expect-error: 1404 names the remaining points, not a field.
    expect(() => new DomainError(1404, { field: "Points" })).not.toThrow();
  });
});
