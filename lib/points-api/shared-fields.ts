import { ENTRY_TEXT_MAX } from "@/lib/ledger/rules/types";
import { customerMsisdn, msisdn, optionalText, positiveInteger, REFERENCE_LENGTH_MAX, text } from "./fields";

/** The fields that several operations share. */
export const FIELDS = {
  WalletCode: text(32, {
    help: { en: "Wallet code.", ar: "كود حساب النقاط." },
    inLog: "shown",
    example: "100001",
  }),
  ContactMsisdn: customerMsisdn({
    help: {
      en: "Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked.",
      ar: "رقم موبايل العميل. `01…` و`201…` و`+201…` و`00201…` رقم واحد، والرقم بدون كود دولة من أرقام دولة البرنامج. يُبحث عن حساب النقاط بالحقل `WalletCode` **وبهذا** الرقم معًا. وتحل `customer` من FindWallet، وتبدأ بـ `cust_`، محله؛ وعندها يظهر الرقم في الرد مخفيًا جزئيًا.",
    },
    inLog: "mobile",
    example: "01110000001",
  }),
  BranchMsisdn: msisdn({
    help: {
      en: "Mobile number that identifies the branch, one of those that the client may act for.",
      ar: "رقم الموبايل الذي يميّز الفرع، من الفروع المسموح للنظام بالعمل نيابةً عنها.",
    },
    inLog: "branch",
    example: "01000000001",
  }),
  ExternalLogId: text(REFERENCE_LENGTH_MAX, {
    help: {
      en: "The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once.",
      ar: "مرجع من عندك لا يتكرر لنفس النظام ونفس العملية أبدًا. إذا ضاع الرد فأرسل المرجع نفسه مرة أخرى: تتحرك النقاط مرة واحدة.",
    },
    inLog: "shown",
    example: "POS1-20261121-000123",
    kind: "reference",
  }),
  OptionalExternalLogId: optionalText(REFERENCE_LENGTH_MAX, {
    help: {
      en: "The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent.",
      ar: "مرجع من عندك لا يتكرر لنفس النظام ونفس العملية أبدًا. إذا ضاع الرد فأرسل المرجع نفسه مرة أخرى: تتحرك النقاط مرة واحدة. إذا لم يُرسل فالترويسة `Idempotency-Key` تحل محله.",
    },
    inLog: "shown",
    example: "POS1-20261121-000124",
    kind: "reference",
  }),
  InvoiceNumber: optionalText(ENTRY_TEXT_MAX.invoiceNumber, {
    help: { en: "Number of the caller's invoice.", ar: "رقم الفاتورة عندك." },
    inLog: "shown",
    example: "INV-88213",
  }),
  Comment: optionalText(ENTRY_TEXT_MAX.comment, {
    help: {
      en: "Free text, kept with the log entry and returned as `pointsLog.comments`.",
      ar: "نص حر يُحفظ مع القيد ويعود في `pointsLog.comments`.",
    },
    inLog: "length",
    example: "Counter 3",
    kind: "comment",
  }),
} as const;

/** Which hold is captured or released (rules.md §19). */
export const HOLD_ID = positiveInteger(Number.MAX_SAFE_INTEGER, {
  help: {
    en: "`pointsLog.id` of the hold, which is `transaction.holdId` of Hold's answer.",
    ar: "`pointsLog.id` للحجز، وهو `transaction.holdId` في رد Hold.",
  },
  inLog: "shown",
  example: 48218,
});
