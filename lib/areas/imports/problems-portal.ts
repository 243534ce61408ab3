import { listSegments } from "@/lib/areas/programme/segments";
import type { Bilingual } from "@/lib/platform/language";
import { writeNumber } from "@/lib/platform/writing/numbers";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { fillIn } from "@/lib/portal/wire/errors";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import type { LineProblem, LineProblemCode } from "./line-problems";
import type { ImportColumn } from "./words";

const PROBLEM_TEXTS: Readonly<Record<LineProblemCode, Bilingual>> = {
  broken: {
    en: "The line cannot be read: too long, too many cells or a missing quotation mark",
    ar: "تعذّرت قراءة السطر: طويل جدًا أو به خلايا زائدة أو علامة اقتباس ناقصة",
  },
  quote: {
    en: "A quotation mark is opened in this line and never closed, or stands within a cell. Put it right or take it out",
    ar: "في هذا السطر علامة اقتباس مفتوحة لم تُغلق أو في غير موضعها. صحّحها أو احذفها",
  },
  rounded: {
    en: "A spreadsheet has rounded this number, so digits are lost. Format the column as text before you type or paste the numbers, and save the file again from where they came",
    ar: "قرّب برنامج الجداول هذا الرقم فضاعت منه أرقام. اجعل تنسيق العمود نصًا قبل كتابة الأرقام أو لصقها ثم احفظ الملف من مصدره مرة أخرى",
  },
  formula: {
    en: "The spreadsheet has an error here, or a formula whose value is not in the file. Open the file in the spreadsheet, put the value into the cell and save",
    ar: "في هذه الخلية خطأ من برنامج الجداول أو معادلة بلا نتيجة محفوظة. افتح الملف في برنامج الجداول واكتب القيمة نفسها في الخلية ثم احفظه",
  },
  two_numbers: {
    en: "There are two numbers in this cell. Leave the one by which the customer is known",
    ar: "في هذه الخلية رقمان. اترك الرقم الذي يُعرف به العميل",
  },
  no_mobile: {
    en: "This is no whole mobile number: a digit is missing or too many, it is a landline, or no network has it",
    ar: "هذا ليس رقم موبايل كاملًا: ينقصه رقم أو يزيد، أو هو خط أرضي، أو لا تملكه أي شبكة",
  },
  national_id: {
    en: "This is no national ID of the programme's country. In Egypt it has 14 digits, with the date of birth and the governorate in them",
    ar: "هذا ليس رقمًا قوميًا في دولة البرنامج. في مصر هو 14 رقمًا فيها تاريخ الميلاد والمحافظة",
  },
  national_id_birth: {
    en: "The date of birth in this national ID is not the customer's date of birth",
    ar: "تاريخ الميلاد في هذا الرقم القومي غير تاريخ ميلاد العميل",
  },
  hijri: {
    en: "This is a date of the Hijri calendar. Write the Gregorian one, as 1990-02-28",
    ar: "هذا تاريخ هجري. اكتب التاريخ الميلادي بالشكل 1990-02-28",
  },
  short_year: {
    en: "Write the year with four digits: two can mean several years",
    ar: "اكتب السنة بأربعة أرقام: فالرقمان يحتملان أكثر من سنة",
  },
  fraction: {
    en: "Points are whole numbers: there is a part of a point here",
    ar: "النقاط أعداد صحيحة: هنا جزء من نقطة",
  },
  negative: {
    en: "A wallet begins with 0 points or more",
    ar: "يبدأ الحساب بعدد نقاط من 0 فأكثر",
  },
  unclear_number: {
    en: "This can be several numbers: 1.250 is 1250 in one country and one and a quarter in another. Write 1250",
    ar: "يحتمل هذا أكثر من عدد: 1.250 تعني 1250 في بلد وواحدًا وربعًا في بلد آخر. اكتب 1250",
  },
  example: {
    en: "This is the template's example, so no wallet is made of it. Delete the line",
    ar: "هذا سطر المثال في النموذج ولن يُضاف له عميل. احذف السطر",
  },
  required: { en: "Fill in this cell", ar: "املأ هذه الخلية" },
  invalid: FIELD_PROBLEMS.invalid,
  too_long: FIELD_PROBLEMS.too_long,
  too_big: {
    en: "At most {max} points, as the programme says",
    ar: "بحد أقصى {max} نقطة بحسب إعدادات البرنامج",
  },
  unknown_segment: {
    en: "There is no such tier. Write its number or its name: {segments}",
    ar: "لا يوجد مستوى بهذا الاسم أو الرقم. اكتب رقم المستوى أو اسمه: {segments}",
  },
  ambiguous_segment: {
    en: "Several tiers have this name. Write the number instead: {segments}",
    ar: "أكثر من مستوى بهذا الاسم. اكتب رقم المستوى بدلًا منه: {segments}",
  },
  code_taken: { en: "Another wallet has this code", ar: "هذا الكود مستخدم لعميل آخر" },
  code_twice: { en: "Line {line} has this code already", ar: "الكود نفسه في السطر {line}" },
  mobile_taken: {
    en: "A customer has this mobile number already. To change what is known of them, bring the file as changes of existing customers",
    ar: "رقم الموبايل مسجل لعميل من قبل. لتغيير بياناته ارفع الملف كتعديل لعملاء حاليين",
  },
  unknown_customer: {
    en: "No customer has this mobile number. Bring new customers in a file of their own",
    ar: "لا يوجد عميل بهذا الرقم. أضف العملاء الجدد في ملف خاص بهم",
  },
  several_wallets: {
    en: "Several wallets have this mobile number. Write the code of the wallet that is meant",
    ar: "لهذا الرقم أكثر من عميل. اكتب كود العميل المقصود",
  },
  other_customer: {
    en: "The wallet with this code has another mobile number",
    ar: "العميل صاحب هذا الكود له رقم موبايل آخر",
  },
  not_yours: {
    en: "Only merchants where this customer has bought can change the wallet",
    ar: "لا يعدّل بيانات العميل إلا تاجر اشترى منه",
  },
  withdrawn: {
    en: "This customer took their consent back. Only the customer can agree again, at the till or at the desk",
    ar: "سحب هذا العميل موافقته. لا يوافق من جديد إلا العميل نفسه، عند الكاشير أو في المكتب",
  },
  takes_part: {
    en: "This customer takes part. A file takes nobody out of the programme: open the customer's page",
    ar: "هذا العميل مشترك. لا يُخرج ملفٌ أحدًا من البرنامج: افتح صفحة العميل",
  },
  stays: {
    en: "A file does not change this. Delete the cell; tiers are changed on the customer's page",
    ar: "لا يتغير هذا من ملف. احذف الخلية، ويتغير المستوى من صفحة العميل",
  },
  mobile_erased: {
    en: "This customer asked to be erased. Enrol them at the desk, with their consent",
    ar: "طلب هذا العميل حذف بياناته. سجّله من المكتب بموافقته",
  },
  mobile_twice: { en: "Line {line} has this mobile number already", ar: "رقم الموبايل نفسه في السطر {line}" },
  inactive: {
    en: "This wallet was not active where the file comes from, so no wallet is made of it. Delete the line, or its status number",
    ar: "لم تكن هذه المحفظة مفعّلة في النظام الذي جاء منه الملف، لذلك لا تُنشأ لها محفظة. احذف السطر أو رقم الحالة فيه",
  },
  points_refused: {
    en: "The wallet was made, but without these points. Give them by adjusting its points",
    ar: "أُضيف العميل لكن بدون هذه النقاط. أضفها بتسوية نقاط",
  },
};

/** Reasons for a cell that does not fit. */
const INVALID_TEXTS: Partial<Record<ImportColumn, Bilingual>> = {
  mobile: FIELD_PROBLEMS.mobile,
  walletCode: FIELD_PROBLEMS.wallet_code,
  email: FIELD_PROBLEMS.email,
  name: FIELD_PROBLEMS.unsafe_text,
  address: FIELD_PROBLEMS.unsafe_text,
  nationalId: FIELD_PROBLEMS.unsafe_text,
  segmentId: FIELD_PROBLEMS.unsafe_text,
  gender: { en: "Write female or male", ar: "اكتب أنثى أو ذكر" },
  consent: { en: "Write yes or no", ar: "اكتب نعم أو لا" },
  birthDate: {
    en: "Write a day that has been as 1990-02-28 or 28/2/1990",
    ar: "اكتب تاريخًا سابقًا بالشكل 1990-02-28 أو 28/2/1990",
  },
  consentedOn: {
    en: "Write the day on which the customer agreed, today at the latest, as 2026-01-15 or 15/1/2026",
    ar: "اكتب يوم موافقة العميل، اليوم على الأكثر، بالشكل 2026-01-15 أو 15/1/2026",
  },
  openingPoints: {
    en: "Write how many points the wallet begins with: a whole number, 0 or more, such as 250",
    ar: "اكتب عدد النقاط التي يبدأ بها العميل: رقم صحيح من 0 فأكثر، مثل 250",
  },
  referralMobile: {
    en: "Write the mobile number of another customer, such as 01112345678",
    ar: "اكتب رقم موبايل عميل آخر، مثل 01112345678",
  },
};
const MOBILE_MISSING: Bilingual = {
  en: "Write the customer's mobile number: no wallet is made without one",
  ar: "اكتب رقم موبايل العميل: لا يُضاف عميل بدونه",
};

/** Says what is wrong in the words of the column that it is wrong with. */
export async function problemWords(actor: PortalActor): Promise<(problem: LineProblem) => Bilingual> {
  const segments = await listSegments(adminContext(), actor);
  const named = (nameOf: (segment: (typeof segments)[number]) => string, comma: string) =>
    segments.map((segment) => `${segment.segmentId} ${nameOf(segment)}`).join(comma);
  const names = { en: named(({ nameEn }) => nameEn, ", "), ar: named(({ nameAr }) => nameAr, "، ") };
  return ({ column, code, max, line }) => {
    const ofColumn = code === "invalid" && column !== null ? INVALID_TEXTS[column] : undefined;
    const text = code === "required" ? MOBILE_MISSING : (ofColumn ?? PROBLEM_TEXTS[code]);
    const filled = fillIn(text, {
      max: max === undefined ? "" : writeNumber(max, "en"),
      // Files that were checked by the release before name no line.
      line: line === undefined ? "…" : String(line),
    });
    return {
      en: fillIn(filled, { segments: names.en }).en,
      ar: fillIn(filled, { segments: names.ar }).ar,
    };
  };
}
