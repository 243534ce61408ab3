import { beforeAll, expect, it } from "vitest";
import { ERROR_CODES, type ErrorCode } from "@/lib/ledger/rules/errors";
import { createLedger } from "@/lib/ledger/run/ledger";
import { ledgerPool } from "@/lib/platform/database/pools";
import { log } from "@/lib/platform/log";
import {
  type Api,
  BRANCH,
  type Caller,
  expectRefusal,
  expectSuccess,
  FOREIGN_BRANCH,
  INACTIVE_BRANCH,
  newReference,
  PINS,
  STATUS_OF,
  throughEachDoor,
  type WalletAnswer,
} from "@/tests/support/api";
import { createCoupon, createTemplate, VOID } from "@/tests/support/coupons";
import { createSegment, SEGMENT } from "@/tests/support/demo-fixture";

type Texts = readonly [english: string, arabic: string];

/** What callers are told: rules.md §11, written down a second time on purpose. */
const TEXTS = {
  1001: ["Required field is missing: WalletCode", "حقل مطلوب غير موجود: WalletCode"],
  1002: ["Invalid value for field: Points", "قيمة غير صحيحة للحقل: Points"],
  1003: ["Request body is not valid JSON", "محتوى الطلب ليس بصيغة JSON صحيحة"],
  1004: ["Content-Type must be application/json", "يجب أن يكون نوع المحتوى application/json"],
  1005: ["API version is not supported", "إصدار واجهة البرمجة غير مدعوم"],
  1006: ["Request is too large", "حجم الطلب أكبر من المسموح به"],
  1007: ["Operation not found / method not allowed", "العملية المطلوبة غير موجودة"],
  1008: ["This API version has been retired", "تم إيقاف هذا الإصدار من واجهة البرمجة"],
  1101: ["ClientId header is required", "ترويسة ClientId مطلوبة"],
  1102: ["ClientId is not valid", "قيمة ClientId غير صحيحة"],
  1103: ["This client is not allowed to perform this operation", "غير مسموح لجهة التكامل بتنفيذ هذه العملية"],
  1104: ["Request origin is not allowed", "مصدر الطلب غير مسموح به"],
  1105: ["Request signature is not valid", "توقيع الطلب غير صحيح"],
  1110: ["Branch not found", "الفرع غير موجود"],
  1111: ["Branch is not active", "الفرع غير مفعّل"],
  1201: ["Wallet not found or mobile number does not match", "المحفظة غير موجودة أو رقم الهاتف غير مطابق"],
  1202: ["Wallet is not active", "المحفظة غير مفعّلة"],
  1203: ["Wallet is suspended", "المحفظة موقوفة مؤقتًا"],
  1204: ["Wallet is closed", "المحفظة مغلقة"],
  1205: ["Customer has not joined the programme", "العميل غير مشترك في البرنامج"],
  1206: ["Wallet was merged into another wallet", "تم دمج هذه المحفظة في محفظة أخرى"],
  1207: ["A wallet with this mobile number exists already", "توجد محفظة بهذا الرقم بالفعل"],
  1208: ["The customer's consent is required", "موافقة العميل مطلوبة"],
  1301: ["Insufficient points balance", "رصيد النقاط غير كافٍ"],
  1302: [
    "Balance is below the minimum required to redeem (500)",
    "الرصيد أقل من الحد الأدنى المطلوب للاستبدال (500)",
  ],
  1304: ["Points exceed the maximum allowed (100000000)", "النقاط تتجاوز الحد الأقصى المسموح به (100000000)"],
  1306: ["Redemption is not activated for this wallet", "الاستبدال غير مفعّل لهذه المحفظة"],
  1307: [
    "The customer's approval is required: PIN or one-time code",
    "يلزم تأكيد العميل بالرقم السري أو رمز التحقق",
  ],
  1310: ["PIN code is required", "الرقم السري مطلوب"],
  1311: ["PIN code is not correct", "الرقم السري غير صحيح"],
  1312: ["PIN code is locked. Try again later", "تم قفل الرقم السري، حاول لاحقًا"],
  1401: ["Original transaction not found", "العملية الأصلية غير موجودة"],
  1402: ["This transaction cannot be refunded", "لا يمكن استرداد هذه العملية"],
  1403: ["Transaction is already fully refunded", "تم استرداد هذه العملية بالكامل من قبل"],
  1404: ["Refund exceeds the remaining points (100)", "الاسترداد يتجاوز النقاط المتبقية (100)"],
  1405: ["Points and PointsValue do not match", "عدد النقاط لا يطابق قيمتها"],
  1406: ["Refund period has ended", "انتهت المدة المسموح بها للاسترداد"],
  1407: ["Refund is not allowed from this branch", "الاسترداد غير مسموح به من هذا الفرع"],
  1411: ["Transaction is already cancelled", "تم إلغاء هذه العملية من قبل"],
  1412: ["Cancellation period has ended", "انتهت مدة الإلغاء"],
  1413: [
    "Transaction has refunds and cannot be cancelled",
    "توجد عمليات استرداد على هذه العملية ولا يمكن إلغاؤها",
  ],
  1414: ["This transaction cannot be cancelled", "لا يمكن إلغاء هذه العملية"],
  1415: ["Balance is not enough to take these points back", "الرصيد غير كافٍ لسحب هذه النقاط"],
  1416: ["This request was cancelled before it arrived", "تم إلغاء هذا الطلب قبل وصوله"],
  1417: ["More than one transaction has this reference", "توجد أكثر من عملية بهذا الرقم المرجعي"],
  1418: ["Hold not found or already ended", "الحجز غير موجود أو انتهى بالفعل"],
  1419: ["Capture exceeds the held points (100)", "المطلوب يتجاوز النقاط المحجوزة (100)"],
  1420: ["Coupon not found", "الكوبون غير موجود"],
  1421: ["Coupon refused: it is void", "رُفض الكوبون: أُلغي الكوبون"],
  1422: ["All coupons of this offer have been issued", "صدرت كل الكوبونات المتاحة"],
  1501: ["This reference was already used with different data", "الرقم المرجعي مستخدم من قبل ببيانات مختلفة"],
  1504: ["A reference (ExternalLogId or Idempotency-Key) is required", "الرقم المرجعي مطلوب"],
  1505: ["No transaction with this reference has arrived", "لم تصل أي عملية بهذا الرقم المرجعي"],
  1701: ["Too many requests. Try again later", "عدد الطلبات كبير، حاول لاحقًا"],
  1702: ["Limit reached: value of one reward", "تم بلوغ الحد المسموح: قيمة المكافأة الواحدة"],
  1703: ["This transaction is under review", "هذه العملية قيد المراجعة"],
  1704: ["Supervisor approval is required: value of one reward", "يلزم اعتماد المشرف: قيمة المكافأة الواحدة"],
  1901: ["Unexpected error. Reference: {requestId}", "حدث خطأ غير متوقع. الرقم المرجعي: {requestId}"],
  1902: [
    "Service is temporarily unavailable. Try again with the same reference",
    "الخدمة غير متاحة مؤقتًا، أعد المحاولة بنفس الرقم المرجعي",
  ],
} as const satisfies Record<ErrorCode, Texts>;

type Fields = Readonly<Record<string, unknown>>;
type Language = "en" | "ar";
/** Makes what it takes, then asks in the language it is given; asking twice must be refused twice alike. */
type Scenario = (api: Api, till: Caller) => Promise<(language: Language) => Promise<WalletAnswer>>;

const fixed = (number: number): Fields => ({
  WalletCode: String(100_000 + number),
  ContactMsisdn: `0111000${String(number).padStart(4, "0")}`,
  BranchMsisdn: BRANCH,
  PointsValue: 1,
});

const redeemOf =
  (fields: Fields): Scenario =>
  async (_api, till) =>
  (language) =>
    till.redeem(fields, { language });

async function redemption(api: Api, till: Caller): Promise<Fields & { TransactionId: number }> {
  const { fields } = await api.customer();
  return { ...fields, TransactionId: expectSuccess(await till.redeem(fields)).entry.id };
}

/** While a setting is another than usual. */
async function during<Result>(
  api: Api,
  change: string,
  undo: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await api.configure(change);
  return work().finally(() => api.configure(undo));
}

/** While clients have a limit of nothing. */
function limited<Result>(api: Api, column: string, work: () => Promise<Result>): Promise<Result> {
  return during(api, `UPDATE api_client SET ${column} = 0`, `UPDATE api_client SET ${column} = NULL`, work);
}

const KIOSK = "(SELECT client_id FROM api_client_secret WHERE last4 = 'nabd')";

/** How a caller comes to see each code. A code that nothing leads to does not compile. */
const SCENARIOS: Record<ErrorCode, Scenario> = {
  1001: async (_api, till) => (language) => till.refund({}, { language }),
  1002: async (_api, till) => (language) =>
    till.refund({ ...fixed(1), TransactionId: 1, Points: "5 EGP" }, { language }),
  1003: async (_api, till) => (language) => till.refund({}, { language, body: "{" }),
  1004: async (_api, till) => (language) =>
    till.refund({}, { language, headers: { "Content-Type": "text/xml" } }),
  1005: async (_api, till) => (language) => till.refund({}, { language, version: "v7" }),
  1006: async (_api, till) => (language) => till.refund({}, { language, body: " ".repeat(16_385) }),
  1007: async (_api, till) => (language) => till.send("Transfer", {}, { language }),
  1008: async (api, till) => {
    const retired = api.caller(till.door, { ...api.services, deprecations: { v1: new Date("2025-03-10") } });
    return (language) => retired.refund({}, { language });
  },
  1101: async (_api, till) => (language) => till.refund({}, { language, clientId: null }),
  1102: async (_api, till) => (language) => till.refund({}, { language, clientId: "pis_test_unknown" }),
  1103: async (_api, till) => (language) => till.refund({}, { language, clientId: "pis_test_deals_only" }),
  1104: async (api, till) => (language) =>
    during(
      api,
      `UPDATE api_client SET ip_ranges = '{10.0.0.1}' WHERE id = ${KIOSK}`,
      `UPDATE api_client SET ip_ranges = '{}' WHERE id = ${KIOSK}`,
      () => till.refund({}, { language, clientId: "pis_test_nabd" }),
    ),
  1105: async (api, till) => (language) =>
    during(
      api,
      `UPDATE api_client SET signing = 'required' WHERE id = ${KIOSK}`,
      `UPDATE api_client SET signing = 'off' WHERE id = ${KIOSK}`,
      () => till.refund({}, { language, clientId: "pis_test_nabd" }),
    ),
  1110: redeemOf({ ...fixed(1), BranchMsisdn: FOREIGN_BRANCH }),
  1111: redeemOf({ ...fixed(1), BranchMsisdn: INACTIVE_BRANCH }),
  1201: redeemOf({ ...fixed(1), ContactMsisdn: "01110000002" }),
  1202: redeemOf(fixed(5)),
  1203: redeemOf(fixed(4)),
  1204: redeemOf(fixed(6)),
  1205: redeemOf(fixed(7)),
  1206: redeemOf(fixed(9)),
  1207: async (_api, till) => (language) => till.enrol({ ContactMsisdn: "01110000001" }, { language }),
  1208: async (_api, till) => (language) => till.enrol({ Consent: false }, { language }),
  1301: redeemOf({ ...fixed(1), PointsValue: 1_000_000 }),
  1302: async (api, till) => {
    const { fields } = await api.customer({ points: 499, segment: SEGMENT.gold });
    return (language) => till.redeem(fields, { language });
  },
  1304: async (api, till) => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "10000" });
    const { fields } = await api.customer({ segmentId });
    return (language) => till.redeem({ ...fields, PointsValue: 10_001 }, { language });
  },
  1306: redeemOf(fixed(8)),
  1307: async (api, till) => {
    const { fields } = await api.customer();
    return (language) => limited(api, "unproved_value_max", () => till.redeem(fields, { language }));
  },
  1310: redeemOf(fixed(2)),
  1311: async (api, till) => {
    const { fields } = await api.customer({ pin: PINS.right });
    return (language) => till.redeem({ ...fields, PinCode: PINS.wrong }, { language });
  },
  1312: async (api, till) => {
    const { fields } = await api.customer({ pin: PINS.right });
    for (let attempt = 1; attempt <= 5; attempt += 1) await till.redeem({ ...fields, PinCode: PINS.wrong });
    return (language) => till.redeem({ ...fields, PinCode: PINS.right }, { language });
  },
  1401: async (_api, till) => (language) =>
    till.refund({ ...fixed(1), TransactionId: 987_654_321 }, { language }),
  1402: async (api, till) => {
    const { fields } = await api.customer();
    const TransactionId = expectSuccess(await till.reward(fields)).entry.id;
    return (language) => till.refund({ ...fields, TransactionId }, { language });
  },
  1403: async (api, till) => {
    const request = await redemption(api, till);
    expectSuccess(await till.refund(request));
    return (language) => till.refund(request, { language });
  },
  1404: async (api, till) => {
    const request = await redemption(api, till);
    return (language) => till.refund({ ...request, Points: 101 }, { language });
  },
  1405: async (api, till) => {
    const request = await redemption(api, till);
    return (language) => till.refund({ ...request, Points: 5, PointsValue: 7 }, { language });
  },
  1406: async (api, till) => {
    const request = await redemption(api, till);
    return (language) => api.at("2026-06-09T10:00:00Z", () => till.refund(request, { language }));
  },
  1407: async (api, till) => {
    const request = { ...(await redemption(api, till)), BranchMsisdn: "01000000002" };
    return (language) =>
      during(
        api,
        "UPDATE merchant SET refund_same_branch_only = true WHERE id = 1",
        "UPDATE merchant SET refund_same_branch_only = false WHERE id = 1",
        () => till.refund(request, { language }),
      );
  },
  1411: async (api, till) => {
    const request = await redemption(api, till);
    expectSuccess(await till.cancel(request));
    return (language) => till.cancel(request, { language });
  },
  1412: async (api, till) => {
    const request = await redemption(api, till);
    return (language) => api.at("2026-03-12T10:00:00Z", () => till.cancel(request, { language }));
  },
  1413: async (api, till) => {
    const request = await redemption(api, till);
    expectSuccess(await till.refund({ ...request, Points: 1 }));
    return (language) => till.cancel(request, { language });
  },
  1414: async (api, till) => {
    const request = await redemption(api, till);
    const TransactionId = expectSuccess(await till.cancel(request)).entry.id;
    return (language) => till.cancel({ ...request, TransactionId }, { language });
  },
  1415: async (api, till) => {
    const { fields } = await api.customer({ points: 0 });
    const TransactionId = expectSuccess(await till.reward(fields)).entry.id;
    expectSuccess(await till.redeem(fields));
    return (language) =>
      during(
        api,
        "UPDATE programme SET cancelled_reward_policy = 'refuse'",
        "UPDATE programme SET cancelled_reward_policy = 'negative'",
        () => till.cancel({ ...fields, TransactionId }, { language }),
      );
  },
  1416: async (api, till) => {
    const { fields } = await api.customer();
    const reference = newReference();
    expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId: reference }), 1401);
    return (language) => till.redeem({ ...fields, ExternalLogId: reference }, { language });
  },
  1417: async (api, till) => {
    const { fields } = await api.customer();
    const ExternalLogId = newReference();
    expectSuccess(await till.reward({ ...fields, ExternalLogId }));
    expectSuccess(await till.redeem({ ...fields, ExternalLogId }));
    return (language) => till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId }, { language });
  },
  1418: async (_api, till) => (language) => till.release({ ...fixed(1), HoldId: 987_654_321 }, { language }),
  1419: async (api, till) => {
    const { fields } = await api.customer();
    const HoldId = expectSuccess(await till.hold({ ...fields, PointsValue: 100 })).entry.id;
    return (language) => till.capture({ ...fields, HoldId, Points: 101, PointsValue: null }, { language });
  },
  1420: async (_api, till) => (language) =>
    till.send("IssueCoupon", { ...fixed(1), OfferNumber: 999_999 }, { language }),
  1421: async (api, till) => {
    const { id, fields } = await api.customer();
    const { pool } = api.database;
    const CouponNumber = await createCoupon(pool, await createTemplate(pool), id, VOID);
    return (language) => till.send("RedeemCoupon", { ...fields, CouponNumber }, { language });
  },
  1422: async (api, till) => {
    const { fields } = await api.customer();
    const { offerNumber: OfferNumber } = await createTemplate(api.database.pool, { stock_max: 0 });
    return (language) => till.send("IssueCoupon", { ...fields, OfferNumber }, { language });
  },
  1501: async (api, till) => {
    const { fields } = await api.customer();
    const request = { ...fields, ExternalLogId: newReference() };
    expectSuccess(await till.redeem(request));
    return (language) => till.redeem({ ...request, PointsValue: 7 }, { language });
  },
  1504: async (_api, till) => (language) =>
    till.redeem(fixed(1), { language, clientId: "pis_test_key_required" }),
  1505: async (_api, till) => (language) =>
    till.transaction({ ...fixed(1), ExternalLogId: newReference() }, { language }),
  1701: async (_api, till) => async (language) => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => till.refund({}, { language, clientId: "pis_test_limited" })),
    );
    const refused = answers.find(({ json }) => json.errorCode === "1701");
    if (refused === undefined) throw new Error("25 requests at once passed a limit of 5");
    return refused;
  },
  1702: async (api, till) => {
    const { fields } = await api.customer();
    return (language) =>
      during(
        api,
        "UPDATE programme SET approves_beyond_limits = false",
        "UPDATE programme SET approves_beyond_limits = true",
        () => limited(api, "reward_value_max", () => till.reward(fields, { language })),
      );
  },
  1703: async (api, till) => {
    const { fields } = await api.customer();
    const request = { ...fields, ExternalLogId: newReference() };
    const held = "UPDATE programme SET review_rewards_max = 1";
    const free = "UPDATE programme SET review_rewards_max = NULL";
    // Nobody without any limit is held.
    const bound = "UPDATE api_client SET wallet_rewards_max = 1000";
    const own = "UPDATE api_client SET wallet_rewards_max = NULL";
    await till.reward({ ...fields, ExternalLogId: newReference() });
    return (language) =>
      during(api, bound, own, () => during(api, held, free, () => till.reward(request, { language })));
  },
  1704: async (api, till) => {
    const { fields } = await api.customer();
    const request = { ...fields, ExternalLogId: newReference() };
    return (language) => limited(api, "reward_value_max", () => till.reward(request, { language }));
  },
  // Nothing that a caller sends leads here: the fault is put into the ledger.
  1901: async (api, till) => {
    const broken = {
      ...api.services.ledger,
      post: () => Promise.reject(new Error("secret detail of the database")),
    };
    const faulty = api.caller(till.door, { ...api.services, ledger: broken });
    return (language) => faulty.redeem(fixed(1), { language });
  },
  // More than the service takes on at once: here, more than nothing.
  1902: async (api, till) => {
    const ledger = createLedger({ pool: ledgerPool(), clock: api.clock, queueMax: 0 });
    const full = api.caller(till.door, { ...api.services, ledger });
    return (language) => full.redeem(fixed(1), { language });
  },
};

/** Codes with which no wallet is shown: it was not identified, or a secret was in question. */
const NO_WALLET = [
  [1000, 1201],
  [1207, 1208],
  [1310, 1312],
  [1504, 1504],
  [1701, 1701],
  [1900, 1999],
] as const;

beforeAll(() => log().info("What the file before left behind ends late"));

throughEachDoor((api, till) => {
  it.each(ERROR_CODES)(
    "%i reaches a caller with its status, its envelope and its text in both languages",
    async (code) => {
      const ask = await SCENARIOS[code](api, till);
      const before = await api.snapshot();
      for (const [index, language] of (["en", "ar"] as const).entries()) {
        const answer = await ask(language);
        expectRefusal(answer, code, { status: STATUS_OF[code] });
        const text = TEXTS[code][index]?.replace("{requestId}", String(answer.headers["x-request-id"]));
        // The form of the field, the cause, or the first use may follow.
        expect(answer.json.errorMessage.startsWith(text ?? "-"), answer.json.errorMessage).toBe(true);
        expect(answer.headers["content-language"]).toBe(language);
        const isWithoutWallet = NO_WALLET.some(([from, to]) => code >= from && code <= to);
        expect(answer.json.wallet === null, "shows the wallet when, and only when, it may").toBe(
          isWithoutWallet,
        );
        expect(answer.headers["retry-after"] !== undefined).toBe(
          code === 1312 || code === 1701 || code === 1902,
        );
      }
      if (code !== 1311) expect(await api.snapshot()).toEqual(before);
    },
  );

  it("no detail of an unexpected error reaches the caller; the log has it under the reference", async () => {
    const ask = await SCENARIOS[1901](api, till);
    const answer = await ask("en");
    expect(answer.bytes.toString()).not.toContain("secret detail");
    // A line may be written after its answer has arrived.
    await expect
      .poll(() => api.logLines.filter((line) => line.includes(String(answer.headers["x-request-id"]))))
      .toContainEqual(expect.stringContaining("secret detail of the database"));
  });

  it("a request that the service could not take on is carried out when it comes again", async () => {
    const { fields } = await api.customer();
    const request = { ...fields, ExternalLogId: newReference() };
    const ledger = createLedger({ pool: ledgerPool(), clock: api.clock, queueMax: 0 });
    const full = api.caller(till.door, { ...api.services, ledger });
    expectRefusal(await full.redeem(request), 1902);
    const answer = await till.redeem(request);
    expectSuccess(answer);
    expect(answer.headers["idempotent-replayed"]).toBeUndefined();
  });
});
