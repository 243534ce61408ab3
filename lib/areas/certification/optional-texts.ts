/** Texts of what not every till does. */
export const OPTIONAL_TEXTS = {
  finds_customer: {
    titleEn: "Finds the customer by a card or a number",
    titleAr: "يجد العميل بالكارت أو برقم الموبايل",
    howEn: "FindWallet with one of WalletCode, ContactMsisdn and CouponNumber.",
    howAr: "FindWallet بواحد من WalletCode وContactMsisdn وCouponNumber.",
    mendEn: "Send FindWallet, and use walletCode and customer of the candidate.",
    mendAr: "أرسل FindWallet واستخدم walletCode وcustomer للعميل المختار.",
  },
  renews_customer: {
    titleEn: "Sends a request whose customer has expired again with a new one, under the same reference",
    titleAr: "يرسل الطلب الذي انتهت فيه customer بقيمة جديدة وبالرقم المرجعي نفسه",
    howEn:
      "FindWallet, then Reward or RedeemUser with customer on this wallet: 1002. FindWallet again, and the same request with its customer. Needed once FindWallet was used.",
    howAr:
      "FindWallet ثم Reward أو RedeemUser بقيمة customer على هذا الحساب: 1002. ثم FindWallet مرة أخرى والطلب نفسه بقيمته الجديدة. لازم لمن يستخدم FindWallet.",
    mendEn:
      "1002 with the header Customer: expired means that customer has expired: nothing was carried out. Call FindWallet again, and change customer alone.",
    mendAr:
      "1002 مع الترويسة Customer: expired يعني أن customer انتهت ولم يُنفّذ شيء. استدعِ FindWallet مرة أخرى ولا تغيّر إلا customer.",
  },
  quotes: {
    titleEn: "Asks for the result before it acts",
    titleAr: "يسأل عن النتيجة قبل التنفيذ",
    howEn: "Quote of any operation.",
    howAr: "Quote لأي عملية.",
    mendEn: "Send Quote while the bill is typed, and show its answer.",
    mendAr: "أرسل Quote أثناء كتابة الفاتورة واعرض الرد.",
  },
  holds: {
    titleEn: "Holds points for an order, and captures them",
    titleAr: "يحجز نقاطًا لطلب ثم يصرفها",
    howEn: "Hold, then Capture on the same wallet.",
    howAr: "Hold ثم Capture على الحساب نفسه.",
    mendEn: "Send Capture with HoldId when the order is paid.",
    mendAr: "أرسل Capture مع HoldId عند دفع الطلب.",
  },
  uses_coupons: {
    titleEn: "Uses a coupon, with a reference",
    titleAr: "يستخدم كوبونًا برقم مرجعي",
    howEn: "RedeemCoupon with an ExternalLogId or Idempotency-Key.",
    howAr: "RedeemCoupon مع ExternalLogId أو Idempotency-Key.",
    mendEn: "Send a reference with RedeemCoupon: without it a lost answer cannot be settled.",
    mendAr: "أرسل رقمًا مرجعيًا مع RedeemCoupon، فمن دونه لا يُحسم الرد المفقود.",
  },
  coupon_refused: {
    titleEn: "Understands 1421: the coupon cannot be used",
    titleAr: "يفهم 1421: لا يمكن استخدام الكوبون",
    howEn: "RedeemCoupon on this wallet with any number, or its Quote.",
    howAr: "RedeemCoupon على هذا الحساب بأي رقم أو Quote له.",
    mendEn: "Show the reason, take nothing off the bill, and do not send the request again.",
    mendAr: "اعرض السبب ولا تخصم شيئًا من الفاتورة ولا تعد إرسال الطلب.",
  },
  settles: {
    titleEn: "Settles a bill in one request",
    titleAr: "يُتم الفاتورة بطلب واحد",
    howEn:
      "Settle with a bill that points pay in part. A till that uses coupons and points by their own operations leaves it out.",
    howAr: "Settle لفاتورة تدفع النقاط جزءًا منها. من يستخدم الكوبونات والنقاط بعمليتيهما لا يحتاج إليه.",
    mendEn: "Send Settle with BillValue, the coupons and RedeemValue once the customer has decided.",
    mendAr: "أرسل Settle مع BillValue والكوبونات وRedeemValue بعد أن يقرر العميل.",
  },
  settles_again: {
    titleEn: "Sends a Settle whose answer was lost again, as it was",
    titleAr: "يعيد إرسال Settle التي فُقد ردها كما كانت",
    howEn:
      "Settle on this wallet: no answer. The same request again, with the same ExternalLogId. Needed once Settle was used.",
    howAr:
      "Settle على هذا الحساب: لا رد. ثم الطلب نفسه مرة أخرى بقيمة ExternalLogId نفسها. لازم لمن يستخدم Settle.",
    mendEn: "Send the same bytes again. Do not settle the bill under another reference.",
    mendAr: "أرسل البايتات نفسها مرة أخرى، ولا تُتم الفاتورة برقم مرجعي آخر.",
  },
  takes_bill_back: {
    titleEn: "Takes a settled bill back, whole",
    titleAr: "يلغي فاتورة أُتمّت دفعة واحدة كلها",
    howEn: "Settle, then Cancel with its reference as OriginalExternalLogId. Needed once Settle was used.",
    howAr: "Settle ثم Cancel بالرقم المرجعي لها في OriginalExternalLogId. لازم لمن يستخدم Settle.",
    mendEn: "Send one Cancel for the bill: it gives points and coupons back and takes the reward.",
    mendAr: "أرسل Cancel واحدة للفاتورة: ترد النقاط والكوبونات وتسترد المكافأة.",
  },
  enrols: {
    titleEn: "Signs up a customer",
    titleAr: "يسجّل عميلًا",
    howEn: "Enrol with the customer's consent.",
    howAr: "Enrol مع موافقة العميل.",
    mendEn: "Send Consent: true once the customer has agreed.",
    mendAr: "أرسل Consent: true بعد موافقة العميل.",
  },
  signs: {
    titleEn: "Signs its requests",
    titleAr: "يوقّع طلباته",
    howEn: "A movement with X-Timestamp and X-Signature, where the client's setting looks at signatures.",
    howAr: "عملية مع X-Timestamp وX-Signature حيث يُفحص التوقيع في إعداد نظام الكاشير.",
    mendEn: "Sign the bytes that are sent, anew for each attempt.",
    mendAr: "وقّع البايتات المرسلة، من جديد لكل محاولة.",
  },
} as const;
