import type { Bilingual } from "@/lib/platform/language";
import {
  afterEach,
  always,
  asksAgainForPin,
  cancelsByReference,
  doesNotRepeat,
  isFirstAttempt,
  isMovement,
  isNewLock,
  isNoRepetition,
  type Judge,
  leavesLockedPin,
  neverRepeats,
  repeatsUntilAnswered,
  seen,
  seenEach,
  waitsOrRepeats,
} from "./judges";
import type { Observed } from "./observed";
import type { RequirementName } from "./schemas";

export interface Requirement {
  name: RequirementName;
  /** A client that may do none of these is not asked for it. */
  scopes: readonly ("reward" | "redeem" | "refund" | "cancel" | "deals")[];
  /** The ending of the code of the wallet on which it is shown; null: any wallet. */
  suffix: string | null;
  title: Bilingual;
  /** How it is shown. */
  how: Bilingual;
  /** Advice when it is violated. */
  mend: Bilingual;
  /** Pure. */
  judge: Judge;
}

const isDone =
  (operation: string, isAlso: (request: Observed) => boolean = () => true) =>
  (request: Observed) =>
    request.operation === operation && request.code === 0 && !request.isReplay && isAlso(request);

const isFirstUnanswered =
  (scenario: Observed["scenario"]) => (request: Observed, before: readonly Observed[]) =>
    request.scenario === scenario && !request.isAnswered && isFirstAttempt(request, before);

const isFirstRefusal = (code: number) => (request: Observed, before: readonly Observed[]) =>
  isMovement(request) && request.code === code && request.isAnswered && isFirstAttempt(request, before);

const isNewRefusal = (code: number) => (request: Observed, before: readonly Observed[]) =>
  isMovement(request) && request.code === code && isNoRepetition(request, before);

/** Refusals that the same request would only meet again; a PIN may be typed again, and what is said to pass passes. */
const isFinal = ({ code }: Observed) => (code >= 1110 && code < 1310) || (code >= 1401 && code <= 1501);

export const REQUIREMENTS: readonly Requirement[] = [
  {
    name: "reward",
    scopes: ["reward"],
    suffix: "01",
    title: { en: "Gives points for a bill", ar: "يمنح نقاطًا عن فاتورة" },
    how: { en: "Reward with any amount.", ar: "Reward بأي مبلغ." },
    mend: { en: "Send Reward when a bill is paid.", ar: "أرسل Reward عند دفع الفاتورة." },
    judge: seen(isDone("Reward")),
  },
  {
    name: "redeem",
    scopes: ["redeem"],
    suffix: "01",
    title: { en: "Pays a bill with points", ar: "يدفع فاتورة بالنقاط" },
    how: { en: "RedeemUser for less than the balance.", ar: "RedeemUser بأقل من الرصيد." },
    mend: {
      en: "Send RedeemUser when the customer pays with points.",
      ar: "أرسل RedeemUser عندما يدفع العميل بالنقاط.",
    },
    judge: seen(isDone("RedeemUser", ({ hasPin }) => !hasPin)),
  },
  {
    name: "redeem_with_pin",
    scopes: ["redeem"],
    suffix: "02",
    title: {
      en: "Asks for the PIN of a wallet that has one",
      ar: "يطلب الرقم السري للمحفظة التي لها رقم سري",
    },
    how: { en: "RedeemUser with PinCode 1234.", ar: "RedeemUser مع PinCode 1234." },
    mend: {
      en: "On 1310 ask the customer for the PIN and send the request again with PinCode, as text.",
      ar: "عند الرمز 1310 اطلب الرقم السري من العميل وأعد إرسال الطلب مع PinCode كنص.",
    },
    judge: seen(isDone("RedeemUser", ({ hasPin }) => hasPin)),
  },
  {
    name: "refund_in_part",
    scopes: ["refund"],
    suffix: "01",
    title: { en: "Refunds a part of a redemption", ar: "يسترد جزءًا من عملية استبدال" },
    how: {
      en: "Refund of an earlier RedeemUser by its TransactionId, with Points or PointsValue below the whole.",
      ar: "Refund لعملية RedeemUser سابقة برقم TransactionId مع Points أو PointsValue أقل من الكل.",
    },
    mend: {
      en: "Send Points or PointsValue with Refund when only a part is given back.",
      ar: "أرسل Points أو PointsValue مع Refund عند رد جزء فقط.",
    },
    judge: seen(isDone("Refund", ({ amount }) => amount !== null)),
  },
  {
    name: "return_goods",
    scopes: ["refund"],
    suffix: "01",
    title: { en: "Takes back goods", ar: "يسترجع البضاعة" },
    how: {
      en: "ReturnReward of an earlier Reward by its TransactionId.",
      ar: "ReturnReward لعملية Reward سابقة برقم TransactionId.",
    },
    mend: {
      en: "Send ReturnReward with the price of the goods when they come back after the sale.",
      ar: "أرسل ReturnReward بسعر البضاعة عند إرجاعها بعد البيع.",
    },
    judge: seen(isDone("ReturnReward")),
  },
  {
    name: "cancel",
    scopes: ["cancel"],
    suffix: "01",
    title: { en: "Cancels an operation", ar: "يلغي عملية" },
    how: {
      en: "Cancel of a Reward or RedeemUser by TransactionId or OriginalExternalLogId.",
      ar: "Cancel لعملية Reward أو RedeemUser بواسطة TransactionId أو OriginalExternalLogId.",
    },
    mend: { en: "Send Cancel when the receipt is voided.", ar: "أرسل Cancel عند إبطال الإيصال." },
    judge: seen(isDone("Cancel")),
  },
  {
    name: "deals",
    scopes: ["deals"],
    suffix: null,
    title: { en: "Reads deals only when they have changed", ar: "لا يقرأ العروض إلا إذا تغيرت" },
    how: {
      en: "GetDeals with If-None-Match and the ETag of the answer before: 304.",
      ar: "GetDeals مع If-None-Match وقيمة ETag من الرد السابق: 304.",
    },
    mend: {
      en: "Keep the ETag of GetDeals and send it as If-None-Match the next time.",
      ar: "احتفظ بقيمة ETag من GetDeals وأرسلها في If-None-Match في المرة التالية.",
    },
    judge: seen(({ operation, status }) => operation === "GetDeals" && status === 304),
  },
  {
    name: "reference_with_redemption",
    scopes: ["redeem"],
    suffix: null,
    title: { en: "Sends a reference with every redemption", ar: "يرسل رقمًا مرجعيًا مع كل استبدال" },
    how: {
      en: "The last 10 RedeemUser, 3 at least, have an ExternalLogId or Idempotency-Key.",
      ar: "آخر 10 عمليات RedeemUser، و3 على الأقل، لها ExternalLogId أو Idempotency-Key.",
    },
    mend: {
      en: "Send ExternalLogId (or the header Idempotency-Key) with every RedeemUser. Without it a retry takes the points twice.",
      ar: "أرسل ExternalLogId (أو الترويسة Idempotency-Key) مع كل RedeemUser، فمن دونه تُخصم النقاط مرتين عند إعادة الإرسال.",
    },
    judge: always({
      concerns: (request) => request.operation === "RedeemUser" && isMovement(request),
      isRight: ({ reference }) => reference !== null,
      least: 3,
      window: 10,
    }),
  },
  {
    name: "invoice_number",
    scopes: ["reward"],
    suffix: null,
    title: { en: "Sends the invoice number with every Reward", ar: "يرسل رقم الفاتورة مع كل Reward" },
    how: {
      en: "The last 10 Reward, 3 at least, have an InvoiceNumber.",
      ar: "آخر 10 عمليات Reward، و3 على الأقل، لها InvoiceNumber.",
    },
    mend: {
      en: "Send the number of the receipt as InvoiceNumber: a customer who asks about points is found by it.",
      ar: "أرسل رقم الإيصال في InvoiceNumber، فبه تُعرف العملية عند سؤال العميل عن نقاطه.",
    },
    judge: always({
      concerns: (request) => request.operation === "Reward" && isMovement(request),
      isRight: ({ hasInvoiceNumber }) => hasInvoiceNumber,
      least: 3,
      window: 10,
    }),
  },
  {
    name: "invoice_number_with_redemption",
    scopes: ["redeem"],
    suffix: null,
    title: {
      en: "Sends the invoice number with every RedeemUser, before the Reward of the same bill",
      ar: "يرسل رقم الفاتورة مع كل RedeemUser قبل Reward للفاتورة نفسها",
    },
    how: {
      en: "The last 10 RedeemUser, 3 at least, have an InvoiceNumber.",
      ar: "آخر 10 عمليات RedeemUser، و3 على الأقل، لها InvoiceNumber.",
    },
    mend: {
      en: "Send the number of the receipt as InvoiceNumber on RedeemUser and on Reward, the payment first: a bill may earn only on what is left of it.",
      ar: "أرسل رقم الإيصال في InvoiceNumber مع RedeemUser ومع Reward، والدفع أولًا: فقد تكسب الفاتورة على المتبقي منها فقط.",
    },
    judge: always({
      concerns: (request) => request.operation === "RedeemUser" && isMovement(request),
      isRight: ({ hasInvoiceNumber }) => hasInvoiceNumber,
      least: 3,
      window: 10,
    }),
  },
  {
    name: "repeats_lost_answer",
    scopes: ["reward", "redeem", "refund"],
    suffix: "22",
    title: {
      en: "Repeats a request whose answer was lost, with the same reference",
      ar: "يعيد إرسال الطلب الذي فُقد رده بالرقم المرجعي نفسه",
    },
    how: {
      en: "Reward or RedeemUser on this wallet: the connection is cut. Send it again as it was.",
      ar: "Reward أو RedeemUser على هذه المحفظة: يُقطع الاتصال. أعد إرساله كما هو.",
    },
    mend: {
      en: "When no answer comes, send the same content with the same reference. A new reference books the sale twice.",
      ar: "عند عدم وصول رد أرسل المحتوى نفسه بالرقم المرجعي نفسه. فالرقم الجديد يسجل البيع مرتين.",
    },
    judge: afterEach(isFirstUnanswered("answer_lost"), (event, { later }) =>
      repeatsUntilAnswered(event, later),
    ),
  },
  {
    name: "repeats_unavailable",
    scopes: ["reward", "redeem", "refund", "cancel"],
    suffix: "21",
    title: {
      en: "Repeats after 1902, with the same reference and not before Retry-After",
      ar: "يعيد الإرسال بعد 1902 بالرقم المرجعي نفسه وليس قبل Retry-After",
    },
    how: {
      en: "Reward or RedeemUser on this wallet: 1902. Send it again after Retry-After.",
      ar: "Reward أو RedeemUser على هذه المحفظة: 1902. أعد إرساله بعد Retry-After.",
    },
    mend: {
      en: "1902 does not say that nothing happened. Wait for Retry-After, then send the same content with the same reference.",
      ar: "لا يعني 1902 أن شيئًا لم يحدث. انتظر Retry-After ثم أرسل المحتوى نفسه بالرقم المرجعي نفسه.",
    },
    judge: afterEach(
      (request, before) =>
        request.scenario !== "answer_lost" &&
        request.scenario !== "never_answered" &&
        isFirstRefusal(1902)(request, before),
      (event, { later }) => repeatsUntilAnswered(event, later),
    ),
  },
  {
    name: "waits_for_slow_answer",
    scopes: ["reward", "redeem"],
    suffix: "24",
    title: { en: "Books a sale once when the answer is slow", ar: "يسجل البيع مرة واحدة عند تأخر الرد" },
    how: {
      en: "Reward or RedeemUser on this wallet: the answer takes 15 seconds. Wait, or send it again as it was.",
      ar: "Reward أو RedeemUser على هذه المحفظة: يستغرق الرد 15 ثانية. انتظر أو أعد إرساله كما هو.",
    },
    mend: {
      en: "After a timeout send the same content with the same reference, never the sale under a new one.",
      ar: "بعد انتهاء المهلة أرسل المحتوى نفسه بالرقم المرجعي نفسه، ولا ترسل البيع برقم جديد.",
    },
    judge: afterEach(
      (request) =>
        request.scenario === "answer_slow" && isSale(request) && request.code === 0 && !request.isReplay,
      (event, { all }) => waitsOrRepeats(event, all),
    ),
  },
  {
    name: "waits_when_too_many",
    scopes: ["reward", "redeem", "refund", "cancel"],
    suffix: "25",
    title: { en: "Waits for Retry-After on 1701", ar: "ينتظر Retry-After عند 1701" },
    how: {
      en: "Reward or RedeemUser on this wallet: 1701. Send it again after Retry-After.",
      ar: "Reward أو RedeemUser على هذه المحفظة: 1701. أعد إرساله بعد Retry-After.",
    },
    mend: {
      en: "Wait as many seconds as Retry-After says before the request is sent again.",
      ar: "انتظر عدد الثواني المذكور في Retry-After قبل إعادة إرسال الطلب.",
    },
    judge: afterEach(isFirstRefusal(1701), (event, { later }) => repeatsUntilAnswered(event, later)),
  },
  {
    name: "cancels_after_giving_up",
    scopes: ["cancel"],
    suffix: "23",
    title: { en: "Cancels by reference after giving up", ar: "يلغي بالرقم المرجعي بعد التوقف عن المحاولة" },
    how: {
      en: "Reward or RedeemUser on this wallet is never answered. Give up, and send Cancel with its reference as OriginalExternalLogId.",
      ar: "لا يُجاب أبدًا عن Reward أو RedeemUser على هذه المحفظة. توقف وأرسل Cancel مع رقمه المرجعي في OriginalExternalLogId.",
    },
    mend: {
      en: "A sale that is given up must be cancelled by its reference before it is booked in another way.",
      ar: "يجب إلغاء البيع المتروك برقمه المرجعي قبل تسجيله بطريقة أخرى.",
    },
    judge: afterEach(isFirstUnanswered("never_answered"), (event, { later }) =>
      cancelsByReference(event, later),
    ),
  },
  {
    name: "refusals_not_repeated",
    scopes: ["reward", "redeem", "refund", "cancel"],
    suffix: null,
    title: { en: "Does not repeat a refusal", ar: "لا يعيد إرسال طلب مرفوض" },
    how: {
      en: "The last 10 final refusals (12xx, 13xx, 14xx, 1501), 3 at least, were not sent again within a minute.",
      ar: "لم يُعَد إرسال آخر 10 طلبات رُفضت نهائيًا (12xx و13xx و14xx و1501)، و3 على الأقل، خلال دقيقة.",
    },
    mend: {
      en: "Show the refusal to the cashier. The same request would be refused again.",
      ar: "اعرض سبب الرفض على الكاشير. فالطلب نفسه سيُرفض مرة أخرى.",
    },
    judge: neverRepeats({ isFinal, least: 3, window: 10 }),
  },
  {
    name: "insufficient_points",
    scopes: ["redeem"],
    suffix: "11",
    title: { en: "Understands 1301: not enough points", ar: "يفهم 1301: الرصيد غير كافٍ" },
    how: { en: "RedeemUser on this wallet.", ar: "RedeemUser على هذه المحفظة." },
    mend: {
      en: "Show the balance, which the refusal carries, and do not send the request again.",
      ar: "اعرض الرصيد الموجود في الرد ولا تعد إرسال الطلب.",
    },
    judge: afterEach(isNewRefusal(1301), (event, { later }) => doesNotRepeat(event, later)),
  },
  {
    name: "wrong_pin",
    scopes: ["redeem"],
    suffix: "12",
    title: {
      en: "Understands 1311: asks for the PIN again, three times at most",
      ar: "يفهم 1311: يطلب الرقم السري مجددًا ثلاث مرات على الأكثر",
    },
    how: { en: "RedeemUser on this wallet with any PIN.", ar: "RedeemUser على هذه المحفظة بأي رقم سري." },
    mend: {
      en: "Ask the customer again, and stop after the third wrong PIN. The fifth locks it.",
      ar: "اسأل العميل مجددًا وتوقف بعد المحاولة الخاطئة الثالثة. فالخامسة تقفل الرقم.",
    },
    judge: asksAgainForPin(3),
  },
  {
    name: "pin_locked",
    scopes: ["redeem"],
    suffix: "13",
    title: { en: "Understands 1312 with Retry-After", ar: "يفهم 1312 مع Retry-After" },
    how: {
      en: "RedeemUser on this wallet, and none again before Retry-After is over.",
      ar: "RedeemUser على هذه المحفظة، ولا يُعاد قبل انقضاء Retry-After.",
    },
    mend: {
      en: "Tell the cashier when the lock ends. Do not try before.",
      ar: "أخبر الكاشير بموعد انتهاء القفل ولا تحاول قبله.",
    },
    judge: afterEach(
      (request, before) =>
        request.code === 1312 && request.retryAfterSeconds !== null && isNewLock(request, before),
      (event, { later }) => leavesLockedPin(event, later),
    ),
  },
  {
    name: "pin_needs_reset",
    scopes: ["redeem"],
    suffix: "14",
    title: { en: "Understands 1312 without Retry-After", ar: "يفهم 1312 من دون Retry-After" },
    how: {
      en: "RedeemUser on this wallet, and none again within ten minutes.",
      ar: "RedeemUser على هذه المحفظة، ولا يُعاد خلال عشر دقائق.",
    },
    mend: {
      en: "Tell the cashier that the PIN has to be reset. Waiting does not help.",
      ar: "أخبر الكاشير بأنه يلزم إعادة تعيين الرقم السري. فالانتظار لا يفيد.",
    },
    judge: afterEach(
      (request, before) =>
        request.code === 1312 && request.retryAfterSeconds === null && isNewLock(request, before),
      (event, { later }) => leavesLockedPin(event, later),
    ),
  },
  {
    name: "reference_taken",
    scopes: ["reward", "redeem"],
    suffix: "15",
    title: { en: "Understands 1501: the reference is taken", ar: "يفهم 1501: الرقم المرجعي مستخدم" },
    how: {
      en: "Reward or RedeemUser with a reference on this wallet.",
      ar: "Reward أو RedeemUser برقم مرجعي على هذه المحفظة.",
    },
    mend: {
      en: "Do not send it again with this reference. Make references that are never used twice, also after a restart.",
      ar: "لا تعد إرساله بهذا الرقم. أنشئ أرقامًا مرجعية لا تتكرر أبدًا، حتى بعد إعادة التشغيل.",
    },
    judge: afterEach(isNewRefusal(1501), (event, { later }) => doesNotRepeat(event, later)),
  },
  {
    name: "unknown_wallet",
    scopes: ["reward", "redeem", "refund", "cancel"],
    suffix: null,
    title: { en: "Understands 1201: no such wallet", ar: "يفهم 1201: لا توجد محفظة" },
    how: {
      en: "Any operation with a code that no wallet has, or with another mobile number.",
      ar: "أي عملية برمز محفظة غير موجود أو برقم هاتف آخر.",
    },
    mend: {
      en: "Ask the cashier for the code and the number again. Do not repeat the request as it was.",
      ar: "اطلب من الكاشير الرمز والرقم مجددًا ولا تعد إرسال الطلب كما هو.",
    },
    judge: afterEach(isNewRefusal(1201), (event, { later }) => doesNotRepeat(event, later)),
  },
  {
    name: "arabic",
    scopes: ["reward", "redeem", "refund", "cancel"],
    suffix: "11",
    title: { en: "Reads and prints Arabic", ar: "يقرأ العربية ويطبعها" },
    how: {
      en: "A success and a refusal with Accept-Language: ar. Print both, with the customer's Arabic name.",
      ar: "عملية ناجحة وأخرى مرفوضة مع Accept-Language: ar. اطبعهما مع اسم العميل بالعربية.",
    },
    mend: {
      en: "Send Accept-Language: ar for cashiers who work in Arabic, and read answers as UTF-8.",
      ar: "أرسل Accept-Language: ar للكاشير الذي يعمل بالعربية واقرأ الردود بترميز UTF-8.",
    },
    judge: seenEach(
      (request) => isMovement(request) && request.language === "ar" && request.code === 0,
      (request) =>
        isMovement(request) && request.language === "ar" && request.code !== 0 && request.isAnswered,
    ),
  },
  {
    name: "no_liberties",
    scopes: ["reward", "redeem", "refund", "cancel", "deals"],
    suffix: null,
    title: { en: "Writes requests as the interface says", ar: "يكتب الطلبات كما تنص الواجهة" },
    how: {
      en: "The last 30 requests, 20 at least, were read without a liberty.",
      ar: "قُرئت آخر 30 طلبًا، و20 على الأقل، من دون تساهل.",
    },
    mend: {
      en: "The request log names each liberty and its field. Write the field as the interface shows it.",
      ar: "يذكر سجل الطلبات كل تساهل وحقله. اكتب الحقل كما تنص الواجهة.",
    },
    judge: always({
      concerns: ({ operation, code }) => operation !== null && (code < 1101 || code > 1104),
      isRight: ({ liberties }) => liberties.length === 0,
      least: 20,
      window: 30,
    }),
  },
];

function isSale({ operation }: Observed): boolean {
  return operation === "Reward" || operation === "RedeemUser";
}

/** The requirements that a client with these scopes is asked for. */
export function requirementsFor(scopes: readonly string[]): Requirement[] {
  return REQUIREMENTS.filter((requirement) => requirement.scopes.some((scope) => scopes.includes(scope)));
}
