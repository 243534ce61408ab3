/** Arabic notes on the fields of requests for the Arabic portal, by the reference's own words. A test finds those that are missing. */
export const FIELD_HELP_AR: Readonly<Record<string, string>> = {
  "Wallet code.": "كود حساب النقاط.",
  "Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked.":
    "رقم موبايل العميل. `01…` و`201…` و`+201…` و`00201…` رقم واحد، والرقم بدون كود دولة من أرقام دولة البرنامج. يُبحث عن حساب النقاط بالحقل `WalletCode` **وبهذا** الرقم معًا. وتحل `customer` من FindWallet، وتبدأ بـ `cust_`، محله؛ وعندها يظهر الرقم في الرد مخفيًا جزئيًا.",
  "Mobile number of the new customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country.":
    "رقم موبايل العميل الجديد. `01…` و`201…` و`+201…` و`00201…` رقم واحد، والرقم بدون كود دولة من أرقام دولة البرنامج.",
  "Mobile number that identifies the branch, one of those that the client may act for.":
    "رقم الموبايل الذي يميّز الفرع، من الفروع المسموح للنظام بالعمل نيابةً عنها.",
  "The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once.":
    "مرجع من عندك لا يتكرر لنفس النظام ونفس العملية أبدًا. إذا ضاع الرد فأرسل المرجع نفسه مرة أخرى: تتحرك النقاط مرة واحدة.",
  "The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent.":
    "مرجع من عندك لا يتكرر لنفس النظام ونفس العملية أبدًا. إذا ضاع الرد فأرسل المرجع نفسه مرة أخرى: تتحرك النقاط مرة واحدة. إذا لم يُرسل فالترويسة `Idempotency-Key` تحل محله.",
  "Number of the caller's invoice.": "رقم الفاتورة عندك.",
  "Free text, kept with the log entry and returned as `pointsLog.comments`.":
    "نص حر يُحفظ مع القيد ويعود في `pointsLog.comments`.",
  "Date or date-time of the sale, ISO 8601; without an offset it is the programme's local time. Not more than 5 minutes ahead, not older than 90 days. Returned as `pointsLog.invoiceDate`.":
    "تاريخ البيع أو تاريخه ووقته بصيغة ISO 8601، وبدون فرق توقيت يكون بتوقيت البرنامج المحلي. لا يتقدم على الوقت الحالي أكثر من 5 دقائق ولا يزيد عمره على 90 يومًا. يعود في `pointsLog.invoiceDate`.",
  "The code on the customer's card. One of the three is required, and one only.":
    "كود كارت العميل. يلزم واحد فقط من الحقول الثلاثة.",
  "The customer's mobile number. A family may have several wallets with it.":
    "رقم موبايل العميل. وقد يكون للعائلة أكثر من حساب بالرقم نفسه.",
  "The number of a coupon that the customer shows.": "رقم كوبون يعرضه العميل.",
  "Mobile number of one of the client's branches: only the deals of that branch.":
    "رقم موبايل أحد فروع جهة التكامل: عروض هذا الفرع وحدها.",
  "Code of the item that was sold.": "ما تم بيعه.",
  "The items that were sold, line by line, for promotions that are for items. Their values need not add up to `PointsValue`: a discount may be on the whole bill. A line that cannot be read is left out and named in `comments`; the bill earns whatever is wrong with its lines.":
    "ما تم بيعه سطرًا سطرًا، للحملات التي تخص أصنافًا. لا يلزم أن تساوي قيمها مجموع `PointsValue`، فقد يكون الخصم على الفاتورة كلها. السطر الذي لا يُقرأ يُترك ويُذكر في `comments`، وتكسب الفاتورة نقاطها مهما كان الخطأ في سطورها.",
  "The goods that came back, line by line: they take the points that a promotion gave for these items. Without them such points go with the last of the bill.":
    "البضاعة المرتجعة سطرًا سطرًا: تُخصم معها النقاط التي منحتها حملة لهذه الأصناف. بدونها تُخصم تلك النقاط مع آخر ما يُرتجع من الفاتورة.",
  "The bill that earns, in currency units, whole or with up to two decimals.":
    "قيمة الفاتورة التي تُكسب عنها النقاط، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر.",
  "The amount of the bill that is paid with points, in currency units, whole or with up to two decimals.":
    "الجزء الذي يُدفع بالنقاط من الفاتورة، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر.",
  "The wallet's PIN, 4 to 6 digits. Asked for (1310) when the wallet has one.":
    "الرقم السري لحساب النقاط، من 4 إلى 6 أرقام. يُطلب (1310) إذا كان للحساب رقم سري.",
  "Points to give back. Governs when `PointsValue` is sent as well. With neither, all that remains is given back.":
    "النقاط التي تُرد. يُعمل بها إذا أُرسل `PointsValue` أيضًا. بدون الاثنين يُرد كل المتبقي.",
  "The money value to give back, in currency units, whole or with up to two decimals, at the rate of the redemption.":
    "القيمة المالية التي تُرد، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر، بمعدل عملية الدفع بالنقاط.",
  "`pointsLog.id` of the redemption.": "`pointsLog.id` لعملية الدفع بالنقاط.",
  "Points to take back. Governs when `PointsValue` is sent as well. With neither, all that remains is taken back.":
    "النقاط التي تُسترجع. يُعمل بها إذا أُرسل `PointsValue` أيضًا. بدون الاثنين يُسترجع كل المتبقي.",
  "The price of the goods that came back, in currency units, whole or with up to two decimals, at the rate of the reward. The wallet keeps what the rest of the bill would have earned, promotions that multiply it included.":
    "سعر البضاعة المرتجعة، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر، بمعدل إضافة النقاط. يحتفظ الحساب بما كان باقي الفاتورة سيكسبه، ومنه ما تضاعفه الحملات.",
  "`pointsLog.id` of the reward.": "`pointsLog.id` لعملية إضافة النقاط.",
  "`pointsLog.id` of the entry to undo. Required unless `OriginalExternalLogId` is sent.":
    "`pointsLog.id` للقيد المطلوب إلغاؤه. مطلوب ما لم يُرسل `OriginalExternalLogId`.",
  "`ExternalLogId` (or `Idempotency-Key`) of the operation to undo, for a caller that never got its answer.":
    "`ExternalLogId` (أو `Idempotency-Key`) للعملية المطلوب إلغاؤها، لمن لم يصله ردها.",
  "Which operation `OriginalExternalLogId` means, where one receipt's number stands on several. Without it the only one that can still be cancelled is meant.":
    "العملية المقصودة بالحقل `OriginalExternalLogId` إذا كان رقم الإيصال نفسه على أكثر من عملية. بدونه تكون العملية الوحيدة التي ما زال إلغاؤها ممكنًا.",
  "Compared without case. Absent: every live deal. Given: the deals without a rate plan and those with this one.":
    "لا فرق بين الأحرف الكبيرة والصغيرة. إذا لم يُرسل: كل العروض السارية. إذا أُرسل: العروض التي ليس لها خطة أسعار والعروض التي لها هذه الخطة.",
  "True when the customer has agreed to the programme's words; anything else is 1208.":
    "true إذا وافق العميل على نص البرنامج، وأي قيمة أخرى تُرفض بالكود 1208.",
  "The customer's name.": "اسم العميل.",
  "The customer's day of birth, ISO 8601.": "تاريخ ميلاد العميل بصيغة ISO 8601.",
  "The wallet's PIN, 4 to 6 digits. Those that everybody tries first are refused: 0000, 1234, the day or year of birth, the end of the mobile number.":
    "الرقم السري لحساب النقاط، من 4 إلى 6 أرقام. تُرفض الأرقام سهلة التخمين: 0000 و1234 ويوم الميلاد أو سنته وآخر رقم الموبايل.",
  "The code of the customer's card. One is made when it is absent.":
    "كود كارت العميل. يُنشأ كود جديد إذا لم يُرسل.",
  "Mobile number of whoever recommended the programme, not the customer's own (1002). Kept as it is said here, and never changed. Where the programme gives bonuses for it, both get theirs with the customer's first reward.":
    "رقم موبايل من رشّح البرنامج، لا رقم العميل نفسه (1002). يُحفظ كما أُرسل ولا يتغيّر. إن كان البرنامج يمنح مكافآت على ذلك حصل عليها الاثنان مع أول مكافأة للعميل.",
  "`pointsLog.id` of the entry. Required unless `ExternalLogId` is sent.":
    "`pointsLog.id` للقيد. مطلوب ما لم يُرسل `ExternalLogId`.",
  "`ExternalLogId` (or `Idempotency-Key`) that the operation was sent with.":
    "`ExternalLogId` (أو `Idempotency-Key`) الذي أُرسلت به العملية.",
  "Which operation `ExternalLogId` was sent with, where it was sent with several.":
    "العملية التي أُرسل بها `ExternalLogId` إذا كان قد أُرسل مع أكثر من عملية.",
  "Points to hold. Governs when `PointsValue` is sent as well. Required unless `PointsValue` is sent.":
    "النقاط المطلوب حجزها. يُعمل بها إذا أُرسل `PointsValue` أيضًا. مطلوبة ما لم يُرسل `PointsValue`.",
  "The amount of the order that will be paid with points, in currency units, whole or with up to two decimals.":
    "الجزء الذي سيُدفع بالنقاط من الطلب، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر.",
  "Whole minutes after which the hold ends by itself. 30 when absent.":
    "عدد الدقائق الذي ينتهي الحجز بعده من نفسه. 30 إذا لم يُرسل.",
  "`pointsLog.id` of the hold, which is `transaction.holdId` of Hold's answer.":
    "`pointsLog.id` للحجز، وهو `transaction.holdId` في رد Hold.",
  "Points to redeem, at most those of the hold. Governs when `PointsValue` is sent as well. With neither, all of the hold is redeemed.":
    "النقاط التي تُستبدل، في حدود المحجوز. يُعمل بها إذا أُرسل `PointsValue` أيضًا. بدون الاثنين يُستبدل الحجز كله.",
  "The amount that is paid, in currency units, whole or with up to two decimals, at the rate of the hold.":
    "المبلغ المدفوع، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر، بمعدل الحجز.",
  "`offerNumber` of one of the `offers` of GetCoupons.":
    "`offerNumber` لأحد عناصر `offers` في رد GetCoupons.",
  "The coupon's number in any case, with or without blanks and hyphens.":
    "رقم الكوبون بأحرف كبيرة أو صغيرة، بمسافات وشرطات أو بدونها.",
  "The bill that the coupon is used on, in currency units: one below `couponDetails.minBill` is refused with 1421. Without it the till looks at `minBill` itself.":
    "الفاتورة التي يُستخدم عليها الكوبون، بوحدات العملة: ما هو أقل من `couponDetails.minBill` يُرفض بالكود 1421. بدونه يراجع الكاشير `minBill` بنفسه.",
  "True: a coupon that was not used is to be void. Absent: the use of a coupon is taken back, and it can be used again.":
    "true: يُلغى كوبون لم يُستخدم. إذا لم يُرسل: يُتراجع عن استخدام الكوبون ويعود صالحًا.",
  "As in the operation that is quoted.": "كما في العملية المطلوب معرفة نتيجتها.",
  "The operation to quote.": "العملية المطلوب معرفة نتيجتها.",
};
