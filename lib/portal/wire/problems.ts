import type { Bilingual } from "@/lib/platform/language";
import { REQUIRED } from "@/lib/platform/required";

/** Problems of a field. A schema of the portal names one of these as the message of a check of its own. */
export const FIELD_PROBLEMS = {
  required: REQUIRED,
  invalid: { en: "This value is not valid", ar: "هذه القيمة غير صحيحة" },
  too_short: { en: "At least {min} characters", ar: "الحد الأدنى لعدد الأحرف {min}" },
  too_long: { en: "At most {max} characters", ar: "الحد الأقصى لعدد الأحرف {max}" },
  too_small: { en: "At least {min}", ar: "لا تقل القيمة عن {min}" },
  too_big: { en: "At most {max}", ar: "لا تزيد القيمة على {max}" },
  taken: { en: "This is in use already", ar: "هذه القيمة مستخدمة من قبل" },
  mobile: {
    en: "Type a whole mobile number, such as 01012345678 or 00966501234567",
    ar: "اكتب رقم موبايل كاملًا، مثل 01012345678 أو 00966501234567",
  },
  columns: {
    en: "Say which columns these are: without them the file cannot be read",
    ar: "حدّد الأعمدة اللازمة: لا يُقرأ الملف بدونها",
  },
  file_empty: { en: "There is nothing in the file", ar: "لا يوجد شيء في الملف" },
  file_old_workbook: {
    en: "This is a workbook of an old kind (.xls). Save it as .xlsx or CSV",
    ar: "هذا ملف جداول من نوع قديم (‎.xls). احفظه بصيغة ‎.xlsx أو CSV",
  },
  file_web_page: {
    en: "This is a web page with a table, though it is called a workbook. Open it in a spreadsheet and save it as .xlsx",
    ar: "هذه صفحة ويب بها جدول وإن كان اسمها اسم ملف جداول. افتحها في برنامج جداول واحفظها بصيغة ‎.xlsx",
  },
  file_document: {
    en: "This is no table: neither a CSV file nor a workbook (.xlsx)",
    ar: "هذا ليس جدولًا: لا ملف CSV ولا ملف ‎.xlsx",
  },
  file_encoding: { en: "The letters of the file cannot be read", ar: "تعذّرت قراءة أحرف الملف" },
  file_formula: {
    en: "A cell of the file has an error of the spreadsheet, or a formula whose value is not in the file. Put the value into the cell: line {line}",
    ar: "في خلية من الملف خطأ من برنامج الجداول أو معادلة بلا نتيجة محفوظة. اكتب القيمة في الخلية: السطر {line}",
  },
  file_number: {
    en: "A number of points in the file is no whole number: line {line}",
    ar: "عدد النقاط في الملف ليس رقمًا صحيحًا: السطر {line}",
  },
  file_too_long: { en: "The file is too long. Split it", ar: "الملف طويل جدًا. قسّمه" },
  national_id: {
    en: "Check the digits: this is no national ID of the programme's country, or it says another date of birth",
    ar: "راجع الأرقام: هذا ليس رقمًا قوميًا في دولة البرنامج، أو تاريخ الميلاد فيه مختلف",
  },
  email: {
    en: "Type an e-mail address, such as name@example.com",
    ar: "اكتب عنوان بريد إلكتروني، مثل name@example.com",
  },
  contacts: {
    en: "Type e-mail and https addresses, with commas between them",
    ar: "اكتب عناوين بريد إلكتروني وعناوين https تفصل بينها فواصل",
  },
  username: {
    en: "Use 3 to 64 letters and digits without spaces; . _ - @ may stand between them",
    ar: "استخدم من 3 إلى 64 حرفًا أو رقمًا دون مسافات، ويجوز أن يتوسطها . _ - @",
  },
  family_itself: { en: "A wallet cannot join itself", ar: "لا يمكن ضم الحساب إلى نفسه" },
  family_two_parents: {
    en: "The wallet is in a family already. It has to leave that one first",
    ar: "الحساب ضمن عائلة بالفعل. يجب أن يغادرها أولًا",
  },
  family_has_children: {
    en: "The wallet has children of its own, so it cannot become a child",
    ar: "للحساب تابعون، فلا يمكن أن يصبح تابعًا لغيره",
  },
  family_parent_is_child: {
    en: "The other wallet is a child itself, so it cannot be a parent",
    ar: "الحساب الآخر تابع لغيره، فلا يمكن أن يكون رئيسيًا",
  },
  family_too_many: {
    en: "The family has as many children as the programme allows",
    ar: "بلغت العائلة أكبر عدد من التابعين يسمح به البرنامج",
  },
  family_test: {
    en: "Test wallets and customers are no family",
    ar: "لا تجتمع حسابات الاختبار وحسابات العملاء في عائلة",
  },
  test_wallet: {
    en: "A wallet is for tests from before its first transaction, or never",
    ar: "لا يكون الحساب للاختبار إلا قبل أول عملية فيه",
  },
  wallet_code: {
    en: "Use letters and digits without spaces; . _ - may stand between them",
    ar: "استخدم أحرفًا وأرقامًا دون مسافات، ويجوز أن يتوسطها . _ -",
  },
  pin: { en: "Choose 4 to 6 digits", ar: "اختر من 4 إلى 6 أرقام" },
  pin_common: {
    en: "Too easy to guess. Choose another PIN",
    ar: "هذا الرقم السري سهل التخمين. اختر رقمًا آخر",
  },
  factor: {
    en: "Type a number with up to 6 decimals, such as 1.5",
    ar: "اكتب رقمًا بحد أقصى 6 منازل عشرية، مثل 1.5",
  },
  factor_too_small: {
    en: "This would make a point worth too much",
    ar: "هذه القيمة تجعل النقطة أغلى مما يجوز",
  },
  currency: {
    en: "Type the three letters of a currency, such as EGP",
    ar: "اكتب أحرف العملة الثلاثة، مثل EGP",
  },
  currency_kept: {
    en: "The currency stays, since there are transactions in it",
    ar: "لا تتغيّر العملة بعد تسجيل عمليات بها",
  },
  addresses: {
    en: "Type addresses such as 203.0.113.7, or ranges such as 203.0.113.0/24",
    ar: "اكتب عناوين مثل 203.0.113.7 أو نطاقات مثل 203.0.113.0/24",
  },
  origins: {
    en: "Type origins such as https://till.example, without a path",
    ar: "اكتب مصادر مثل https://till.example دون مسار",
  },
  burst: { en: "Allow at least as many as per second", ar: "لا يقل عن المسموح به في الثانية" },
  signing_secret: { en: "Issue a signing secret first", ar: "أصدر مفتاح توقيع أولًا" },
  still_to_come: { en: "Choose a moment that is still to come", ar: "اختر وقتًا لم يحن بعد" },
  not_agreed: { en: "The customer has not agreed yet", ar: "لم يوافق العميل بعد" },
  not_yet: { en: "This day has not come yet", ar: "هذا التاريخ لم يأتِ بعد" },
  webhook_address: {
    en: "Type an https:// address that can be reached from the internet, without a user name or password",
    ar: "اكتب عنوانًا يبدأ بـ https:// ويمكن الوصول إليه من الإنترنت، دون اسم مستخدم أو كلمة مرور",
  },
  wrong_password: { en: "This is not your current password", ar: "كلمة المرور الحالية غير صحيحة" },
  wrong_pin: {
    en: "This name or PIN is not correct, or not allowed here",
    ar: "الاسم أو الرقم السري غير صحيح، أو غير مسموح به هنا",
  },
  weak_pin: {
    en: "Choose 6 digits that are harder to guess",
    ar: "اختر 6 أرقام يصعب تخمينها",
  },
  wrong_code: {
    en: "This code is not correct, or it was used already",
    ar: "هذا الرمز غير صحيح أو سبق استخدامه",
  },
  password_unchanged: {
    en: "The new password is the same as the old one",
    ar: "كلمة المرور الجديدة مطابقة للقديمة",
  },
  password_differs: {
    en: "The two new passwords are not the same",
    ar: "كلمتا المرور الجديدتان غير متطابقتين",
  },
  password_is_username: {
    en: "Choose a password that does not contain your user name",
    ar: "اختر كلمة مرور لا تحتوي على اسم المستخدم",
  },
  no_wallet_codes: {
    en: "No wallet has any of these codes, so no coupon was issued. Choose a file with wallet codes in the first column, not mobile numbers",
    ar: "لا يوجد عميل بأي كود من هذه الأكواد، ولم يُصدر أي كوبون. اختر ملفًا يحتوي عموده الأول على أكواد العملاء، لا أرقام الموبايل",
  },
  till_code: {
    en: "No device of your branches shows this code. Type the one that it shows now",
    ar: "لا يعرض أي جهاز في فروعك هذا الكود. اكتب الكود الظاهر على الجهاز الآن",
  },
  branch_code: {
    en: "No branch of yours has this code open. Ask your supervisor for the code of today",
    ar: "لا يوجد لفروعك كود مفتوح بهذا الرقم. اطلب الكود الحالي من المشرف",
  },
  password_names: {
    en: "Choose a password without your own name and without the merchant's name",
    ar: "اختر كلمة مرور لا تحتوي على اسمك ولا على اسم التاجر",
  },
  password_common: {
    en: "This password is among the first that are tried. Choose a longer one, such as four words that have nothing to do with each other",
    ar: "كلمة المرور هذه من أول ما يُجرَّب تخمينه. اختر كلمة أطول، مثل أربع كلمات لا علاقة بينها",
  },
  unsafe_text: {
    en: "There are hidden characters in this text, which cannot be shown safely. Remove them, or type it again",
    ar: "يحتوي هذا النص على رموز مخفية لا يمكن عرضها بأمان. احذفها أو اكتب النص من جديد",
  },
  ends_before_start: { en: "The end must be later than the start", ar: "يجب أن تكون النهاية بعد البداية" },
  expires_before_end: {
    en: "'Valid until' must not be before the last day",
    ar: "لا يسبق تاريخ الصلاحية آخر يوم",
  },
  picture_type: {
    en: "This is not a JPEG, PNG or WebP picture",
    ar: "هذا الملف ليس صورة من نوع JPEG أو PNG أو WebP",
  },
  picture_broken: {
    en: "This picture is damaged, or there is something else in the file",
    ar: "هذه الصورة تالفة أو يحتوي الملف على شيء آخر",
  },
  picture_animated: { en: "Moving pictures cannot be used", ar: "لا يمكن استخدام الصور المتحركة" },
  picture_too_large: {
    en: "This picture is too large: at most 8 MB and 40 megapixels",
    ar: "هذه الصورة كبيرة جدًا: الحد الأقصى 8 ميجابايت و40 ميجابكسل",
  },
  picture_too_small: {
    en: "This picture is too small: at least 300 × 200 pixels",
    ar: "هذه الصورة صغيرة جدًا: الحد الأدنى 300 × 200 بكسل",
  },
  picture_logo_too_small: {
    en: "This logo is too small: at least 64 × 64 pixels",
    ar: "هذا الشعار صغير جدًا: الحد الأدنى 64 × 64 بكسل",
  },
} as const satisfies Record<string, Bilingual>;
export type FieldProblem = keyof typeof FIELD_PROBLEMS;
