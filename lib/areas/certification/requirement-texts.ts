import { OPTIONAL_TEXTS } from "./optional-texts";
import type { RequirementName } from "./schemas";

/** `title` names the requirement, `how` says how it is shown, `mend` advises where it is violated. */
type Texts = Record<`${"title" | "how" | "mend"}${"En" | "Ar"}`, string>;

export const REQUIREMENT_TEXTS: Readonly<Record<RequirementName, Texts>> = {
  reward: {
    titleEn: "Gives points for a bill",
    titleAr: "يمنح نقاطًا عن فاتورة",
    howEn: "Reward with any amount.",
    howAr: "Reward بأي مبلغ.",
    mendEn: "Send Reward when a bill is paid.",
    mendAr: "أرسل Reward عند دفع الفاتورة.",
  },
  redeem: {
    titleEn: "Pays a bill with points",
    titleAr: "يدفع فاتورة بالنقاط",
    howEn: "RedeemUser for less than the balance.",
    howAr: "RedeemUser بأقل من الرصيد.",
    mendEn: "Send RedeemUser when the customer pays with points.",
    mendAr: "أرسل RedeemUser عندما يدفع العميل بالنقاط.",
  },
  redeem_with_pin: {
    titleEn: "Asks for the PIN of a wallet that has one",
    titleAr: "يطلب الرقم السري للحساب الذي له رقم سري",
    howEn: "RedeemUser with PinCode 1234.",
    howAr: "RedeemUser مع PinCode 1234.",
    mendEn: "On 1310 ask the customer for the PIN and send the request again with PinCode, as text.",
    mendAr: "عند الرمز 1310 اطلب الرقم السري من العميل وأعد إرسال الطلب مع PinCode كنص.",
  },
  refund_in_part: {
    titleEn: "Refunds a part of a redemption",
    titleAr: "يرد جزءًا من دفع بالنقاط",
    howEn:
      "Refund of an earlier RedeemUser by its TransactionId, with Points or PointsValue below the whole.",
    howAr: "Refund لعملية RedeemUser سابقة برقم TransactionId مع Points أو PointsValue أقل من الكل.",
    mendEn: "Send Points or PointsValue with Refund when only a part is given back.",
    mendAr: "أرسل Points أو PointsValue مع Refund عند رد جزء فقط.",
  },
  return_goods: {
    titleEn: "Takes back goods",
    titleAr: "يسترجع البضاعة",
    howEn: "ReturnReward of an earlier Reward by its TransactionId.",
    howAr: "ReturnReward لعملية Reward سابقة برقم TransactionId.",
    mendEn: "Send ReturnReward with the price of the goods when they come back after the sale.",
    mendAr: "أرسل ReturnReward بسعر البضاعة عند إرجاعها بعد البيع.",
  },
  cancel: {
    titleEn: "Cancels an operation",
    titleAr: "يلغي عملية",
    howEn: "Cancel of a Reward or RedeemUser by TransactionId or OriginalExternalLogId.",
    howAr: "Cancel لعملية Reward أو RedeemUser بواسطة TransactionId أو OriginalExternalLogId.",
    mendEn: "Send Cancel when the receipt is voided.",
    mendAr: "أرسل Cancel عند إبطال الإيصال.",
  },
  deals: {
    titleEn: "Reads deals only when they have changed",
    titleAr: "لا يقرأ العروض إلا إذا تغيرت",
    howEn:
      "GetDeals with If-None-Match and the ETag of the answer before: 304. More than five readings within a minute are too many.",
    howAr:
      "GetDeals مع If-None-Match وقيمة ETag من الرد السابق: 304. وأكثر من خمس قراءات في دقيقة أكثر مما يلزم.",
    mendEn:
      "Keep the ETag of GetDeals and send it as If-None-Match the next time, a minute later at the soonest.",
    mendAr: "احتفظ بقيمة ETag من GetDeals وأرسلها في If-None-Match في المرة التالية، بعد دقيقة على الأقل.",
  },
  reference_with_redemption: {
    titleEn: "Sends a reference with every redemption",
    titleAr: "يرسل رقمًا مرجعيًا مع كل دفع بالنقاط",
    howEn: "The last 10 RedeemUser, 3 at least, have an ExternalLogId or Idempotency-Key.",
    howAr: "آخر 10 عمليات RedeemUser، و3 على الأقل، لها ExternalLogId أو Idempotency-Key.",
    mendEn:
      "Send ExternalLogId (or the header Idempotency-Key) with every RedeemUser. Without it a retry takes the points twice.",
    mendAr:
      "أرسل ExternalLogId (أو الترويسة Idempotency-Key) مع كل RedeemUser، فمن دونه تُخصم النقاط مرتين عند إعادة الإرسال.",
  },
  invoice_number: {
    titleEn: "Sends the invoice number with every Reward, a number of its own for each bill",
    titleAr: "يرسل رقم الفاتورة مع كل Reward، ولكل فاتورة رقمها",
    howEn:
      "The last 10 Reward, 3 at least, have an InvoiceNumber, and none stands on a second bill, unless something was cancelled in between.",
    howAr:
      "آخر 10 عمليات Reward، و3 على الأقل، لها InvoiceNumber، ولا يتكرر رقم في فاتورة أخرى إلا بعد إلغاء بينهما.",
    mendEn:
      "Send the number of the receipt as InvoiceNumber: a customer who asks about points is found by it.",
    mendAr: "أرسل رقم الإيصال في InvoiceNumber، فبه تُعرف العملية عند سؤال العميل عن نقاطه.",
  },
  invoice_number_with_redemption: {
    titleEn: "Sends the invoice number with every RedeemUser, a number of its own for each bill",
    titleAr: "يرسل رقم الفاتورة مع كل RedeemUser، ولكل فاتورة رقمها",
    howEn:
      "The last 10 RedeemUser, 3 at least, have an InvoiceNumber, and none stands on a second bill, unless something was cancelled in between.",
    howAr:
      "آخر 10 عمليات RedeemUser، و3 على الأقل، لها InvoiceNumber، ولا يتكرر رقم في فاتورة أخرى إلا بعد إلغاء بينهما.",
    mendEn:
      "Send the number of the receipt as InvoiceNumber on RedeemUser and on Reward: a bill may earn only on what is left of it.",
    mendAr:
      "أرسل رقم الإيصال في InvoiceNumber مع RedeemUser ومع Reward: فقد تكسب الفاتورة على المتبقي منها فقط.",
  },
  same_invoice: {
    titleEn: "Pays a bill with points first, then rewards the whole bill under the same invoice number",
    titleAr: "يدفع الفاتورة بالنقاط أولًا ثم يمنح نقاطًا عن الفاتورة كلها برقم الفاتورة نفسه",
    howEn:
      "RedeemUser for more than half of a bill, then Reward on the same wallet with the same InvoiceNumber and the whole bill as PointsValue.",
    howAr:
      "RedeemUser بأكثر من نصف فاتورة، ثم Reward على الحساب نفسه بقيمة InvoiceNumber نفسها والفاتورة كلها في PointsValue.",
    mendEn:
      "Send the number of the receipt as InvoiceNumber on both, RedeemUser before Reward, and do not take the part that points have paid off the Reward.",
    mendAr:
      "أرسل رقم الإيصال في InvoiceNumber مع الاثنين، وRedeemUser قبل Reward، ولا تخصم من Reward الجزء المدفوع بالنقاط.",
  },
  repeats_lost_answer: {
    titleEn: "Repeats a request whose answer was lost, with the same reference",
    titleAr: "يعيد إرسال الطلب الذي فُقد رده بالرقم المرجعي نفسه",
    howEn: "Reward or RedeemUser on this wallet: the connection is cut. Send it again as it was.",
    howAr: "Reward أو RedeemUser على هذا الحساب: يُقطع الاتصال. أعد إرساله كما هو.",
    mendEn:
      "When no answer comes, send the same content with the same reference. A new reference books the sale twice.",
    mendAr: "عند عدم وصول رد أرسل المحتوى نفسه بالرقم المرجعي نفسه. فالرقم الجديد يسجل البيع مرتين.",
  },
  repeats_unavailable: {
    titleEn: "Repeats after 1902, with the same reference and not before Retry-After",
    titleAr: "يعيد الإرسال بعد 1902 بالرقم المرجعي نفسه وليس قبل Retry-After",
    howEn: "Reward or RedeemUser on this wallet: 1902. Send it again after Retry-After.",
    howAr: "Reward أو RedeemUser على هذا الحساب: 1902. أعد إرساله بعد Retry-After.",
    mendEn:
      "1902 does not say that nothing happened. Wait for Retry-After, then send the same content with the same reference.",
    mendAr: "لا يعني 1902 أن شيئًا لم يحدث. انتظر Retry-After ثم أرسل المحتوى نفسه بالرقم المرجعي نفسه.",
  },
  waits_for_slow_answer: {
    titleEn: "Waits ten seconds at least for a slow answer, and books the sale once",
    titleAr: "ينتظر الرد المتأخر عشر ثوانٍ على الأقل ويسجل البيع مرة واحدة",
    howEn:
      "Reward or RedeemUser on this wallet: the answer takes 15 seconds. Wait, or send it again as it was after ten seconds or more.",
    howAr:
      "Reward أو RedeemUser على هذا الحساب: يستغرق الرد 15 ثانية. انتظر أو أعد إرساله كما هو بعد عشر ثوانٍ أو أكثر.",
    mendEn:
      "Wait 15 seconds. Then send the same content with the same reference, never the sale under a new one.",
    mendAr: "انتظر 15 ثانية. ثم أرسل المحتوى نفسه بالرقم المرجعي نفسه، ولا ترسل البيع برقم جديد.",
  },
  waits_when_too_many: {
    titleEn: "Waits for Retry-After on 1701",
    titleAr: "ينتظر Retry-After عند 1701",
    howEn: "Reward or RedeemUser on this wallet: 1701. Send it again after Retry-After.",
    howAr: "Reward أو RedeemUser على هذا الحساب: 1701. أعد إرساله بعد Retry-After.",
    mendEn: "Wait as many seconds as Retry-After says before the request is sent again.",
    mendAr: "انتظر عدد الثواني المذكور في Retry-After قبل إعادة إرسال الطلب.",
  },
  cancels_after_giving_up: {
    titleEn: "Sends three times at least, then gives up and cancels by reference",
    titleAr: "يحاول ثلاث مرات على الأقل ثم يتوقف ويلغي بالرقم المرجعي",
    howEn:
      "Reward or RedeemUser on this wallet is never answered. Send it again twice at least, give up, and send Cancel with its reference as OriginalExternalLogId, before anything else.",
    howAr:
      "لا يُجاب أبدًا عن Reward أو RedeemUser على هذا الحساب. أعد إرساله مرتين على الأقل ثم توقف وأرسل Cancel مع رقمه المرجعي في OriginalExternalLogId قبل أي عملية أخرى.",
    mendEn:
      "A sale that is given up must be cancelled by its reference before anything else is booked. It is to fix until it is cancelled.",
    mendAr: "يجب إلغاء البيع المتروك برقمه المرجعي قبل تسجيل أي شيء آخر. ويبقى مطلوبًا إصلاحه حتى يُلغى.",
  },
  sends_after_restart: {
    titleEn: "Sends a request again after a pause as of a restart",
    titleAr: "يعيد إرسال الطلب بعد توقف كتوقف إعادة التشغيل",
    howEn:
      "Reward or RedeemUser on this wallet: the connection is cut. Switch the till off at once, start it again ten seconds later or more, and let it send what is stored. The service sees the pause and the same request, not the store: look at that yourself.",
    howAr:
      "Reward أو RedeemUser على هذا الحساب: يُقطع الاتصال. أوقف الكاشير فورًا وشغّله بعد عشر ثوانٍ أو أكثر ودعه يرسل المحفوظ. ترى الخدمة التوقف والطلب نفسه ولا ترى الحفظ، فراجعه بنفسك.",
    mendEn: "Store the request with its reference before it is sent, and send it as it was at the start.",
    mendAr: "احفظ الطلب مع رقمه المرجعي قبل إرساله، وأرسله كما هو عند التشغيل.",
  },
  waits_for_person: {
    titleEn: "Sends a request that waits for a person (1703, 1704) again after five seconds or more",
    titleAr: "يعيد إرسال الطلب الذي ينتظر قرار شخص (1703 و1704) بعد خمس ثوانٍ أو أكثر",
    howEn:
      "Reward or RedeemUser on this wallet: 1703. Send it again as it was after five seconds, never sooner.",
    howAr: "Reward أو RedeemUser على هذا الحساب: 1703. أعد إرساله كما هو بعد خمس ثوانٍ، لا قبلها.",
    mendEn:
      "Nothing has moved. Keep the request, and send the same content with the same reference, every ten seconds or when a key is pressed.",
    mendAr: "لم يتحرك شيء. احفظ الطلب وأرسل المحتوى نفسه بالرقم المرجعي نفسه كل عشر ثوانٍ أو عند ضغط زر.",
  },
  refusals_not_repeated: {
    titleEn: "Does not repeat a refusal",
    titleAr: "لا يعيد إرسال طلب مرفوض",
    howEn:
      "The last 10 final refusals (12xx, 13xx, 14xx, 1501), 3 at least, were not sent again within a minute, nor the same sale under another reference within ten seconds.",
    howAr:
      "لم يُعَد إرسال آخر 10 طلبات رُفضت نهائيًا (12xx و13xx و14xx و1501)، و3 على الأقل، خلال دقيقة، ولم يُرسل البيع نفسه برقم مرجعي آخر خلال عشر ثوانٍ.",
    mendEn: "Show the refusal to the cashier. The same request would be refused again.",
    mendAr: "اعرض سبب الرفض على الكاشير. فالطلب نفسه سيُرفض مرة أخرى.",
  },
  insufficient_points: {
    titleEn: "Understands 1301: not enough points",
    titleAr: "يفهم 1301: الرصيد غير كافٍ",
    howEn: "RedeemUser on this wallet, or its Quote.",
    howAr: "RedeemUser على هذا الحساب أو Quote له.",
    mendEn:
      "Show the balance, which the refusal carries, and do not send the sale again, under no reference.",
    mendAr: "اعرض الرصيد الموجود في الرد ولا تعد إرسال البيع بأي رقم مرجعي.",
  },
  wrong_pin: {
    titleEn: "Understands 1311: asks for the PIN again, three times at most",
    titleAr: "يفهم 1311: يطلب الرقم السري مجددًا ثلاث مرات على الأكثر",
    howEn:
      "RedeemUser on this wallet with any PIN, and a second time after 1311, with the two seconds at least that a customer takes to type it.",
    howAr:
      "RedeemUser على هذا الحساب بأي رقم سري، ثم مرة ثانية بعد 1311، بعد ثانيتين على الأقل يكتبه فيهما العميل.",
    mendEn:
      "Let the customer type the PIN again: never send the same one by yourself. Stop after the third wrong PIN. The fifth locks it.",
    mendAr:
      "دع العميل يكتب الرقم السري مرة أخرى، ولا ترسل الرقم نفسه من تلقاء نفسك. وتوقف بعد المحاولة الخاطئة الثالثة. فالخامسة تقفل الرقم.",
  },
  pin_locked: {
    titleEn: "Understands 1312 with Retry-After",
    titleAr: "يفهم 1312 مع Retry-After",
    howEn:
      "RedeemUser on this wallet, and none again before Retry-After is over. A refused Quote counts as long as no RedeemUser was sent.",
    howAr:
      "RedeemUser على هذا الحساب، ولا يُعاد قبل انقضاء Retry-After. ويُحتسب رفض Quote ما لم يُرسل RedeemUser.",
    mendEn: "Tell the cashier when the lock ends. Do not try before.",
    mendAr: "أخبر الكاشير بموعد انتهاء القفل ولا تحاول قبله.",
  },
  pin_needs_reset: {
    titleEn: "Understands 1312 without Retry-After",
    titleAr: "يفهم 1312 من دون Retry-After",
    howEn:
      "RedeemUser on this wallet, and none again within ten minutes. A refused Quote counts as long as no RedeemUser was sent.",
    howAr: "RedeemUser على هذا الحساب، ولا يُعاد خلال عشر دقائق. ويُحتسب رفض Quote ما لم يُرسل RedeemUser.",
    mendEn: "Tell the cashier that the PIN has to be reset. Waiting does not help.",
    mendAr: "أخبر الكاشير بأنه يلزم إعادة تعيين الرقم السري. فالانتظار لا يفيد.",
  },
  reference_taken: {
    titleEn: "Understands 1501: the reference is taken",
    titleAr: "يفهم 1501: الرقم المرجعي مستخدم",
    howEn: "Reward or RedeemUser with a reference on this wallet.",
    howAr: "Reward أو RedeemUser برقم مرجعي على هذا الحساب.",
    mendEn:
      "Do not send it again with this reference. Make references that are never used twice, also after a restart.",
    mendAr: "لا تعد إرساله بهذا الرقم. أنشئ أرقامًا مرجعية لا تتكرر أبدًا، حتى بعد إعادة التشغيل.",
  },
  new_numbers_each_day: {
    titleEn: "Begins no number again the next day",
    titleAr: "لا يبدأ الترقيم من جديد في اليوم التالي",
    howEn: "Movements on two days, each with a reference of its own.",
    howAr: "عمليات في يومين، لكل منها رقم مرجعي خاص بها.",
    mendEn:
      "Make the reference of branch, till, day and ticket number: a ticket number alone comes again, and moves nothing.",
    mendAr:
      "كوّن الرقم المرجعي من الفرع والكاشير واليوم ورقم الإيصال: رقم الإيصال وحده يتكرر فلا تتحرك به نقاط.",
  },
  unknown_wallet: {
    titleEn: "Understands 1201: no such wallet",
    titleAr: "يفهم 1201: لا يوجد حساب نقاط",
    howEn:
      "Any operation that moves something, with a code that no wallet has, or with another mobile number; or a FindWallet that finds nobody.",
    howAr: "أي عملية تحرك شيئًا برمز غير موجود أو برقم موبايل آخر، أو FindWallet لا يجد أحدًا.",
    mendEn: "Ask the cashier for the code and the number again. Do not repeat the request as it was.",
    mendAr: "اطلب من الكاشير الرمز والرقم مجددًا ولا تعد إرسال الطلب كما هو.",
  },
  arabic: {
    titleEn: "Asks for answers in Arabic",
    titleAr: "يطلب الردود بالعربية",
    howEn:
      "A success and a refusal with Accept-Language: ar. Print both, with the customer's Arabic name: the service sees no print, so look at it yourself.",
    howAr:
      "عملية ناجحة وأخرى مرفوضة مع Accept-Language: ar. اطبعهما مع اسم العميل بالعربية: الخدمة لا ترى المطبوع، فراجعه بنفسك.",
    mendEn: "Send Accept-Language: ar for cashiers who work in Arabic, and read answers as UTF-8.",
    mendAr: "أرسل Accept-Language: ar للكاشير الذي يعمل بالعربية واقرأ الردود بترميز UTF-8.",
  },
  no_liberties: {
    titleEn: "Writes requests as the interface says",
    titleAr: "يكتب الطلبات كما تنص الواجهة",
    howEn: "The last 30 requests, 20 at least, were read without a leniency.",
    howAr: "قُرئت آخر 30 طلبًا، و20 على الأقل، من دون تساهل.",
    mendEn: "The request log names each liberty and its field. Write the field as the interface shows it.",
    mendAr: "يذكر سجل الطلبات كل تساهل وحقله. اكتب الحقل كما تنص الواجهة.",
  },
  ...OPTIONAL_TEXTS,
};
