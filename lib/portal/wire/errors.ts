import * as z from "zod/mini";
import type { Bilingual } from "@/lib/platform/language";
import { bilingualSchema } from "./id";

interface PortalErrorDefinition extends Bilingual {
  status: number;
}

/**
 * The refusals that only the portal has, beside those of the interface (lib/points-api/errors.ts): code → HTTP status and
 * texts. A text names its parameters in braces.
 */
export const PORTAL_ERRORS = {
  malformed: { status: 400, en: "The request could not be read", ar: "تعذّرت قراءة الطلب" },
  unauthenticated: { status: 401, en: "Sign in to continue", ar: "سجّل الدخول للمتابعة" },
  sign_in_refused: {
    status: 401,
    en: "The user name or the password is not correct",
    ar: "اسم المستخدم أو كلمة المرور غير صحيحة",
  },
  merchant_ended: {
    status: 403,
    en: "{merchant} is no longer in the points programme. Its last day was {day}. Questions: {people}, of the programme",
    ar: "لم يعد {merchant} ضمن برنامج النقاط. كان آخر يوم له {day}. للاستفسار: {people} من إدارة البرنامج",
  },
  access_ended: {
    status: 403,
    en: "Your access was taken away. Ask {people}",
    ar: "تم إيقاف دخولك. اسأل {people}",
  },
  forbidden: { status: 403, en: "You are not allowed to do this", ar: "ليست لديك صلاحية لهذا الإجراء" },
  cross_site: {
    status: 403,
    en: "The request did not come from this portal",
    ar: "لم يصدر الطلب من هذه البوابة",
  },
  not_found: { status: 404, en: "This no longer exists", ar: "هذا العنصر لم يعد موجودًا" },
  conflict: {
    status: 409,
    en: "This was changed in the meantime. Load it again and repeat your change",
    ar: "تم تعديل هذه البيانات في هذه الأثناء. أعد تحميلها ثم كرّر التعديل",
  },
  month_unequal: {
    status: 409,
    en: "The figures of this month do not agree with each other, so it stays open. Check the sums first",
    ar: "أرقام هذا الشهر غير متطابقة، لذلك يبقى مفتوحًا. راجع المجاميع أولًا",
  },
  other_content: {
    status: 409,
    en: "This is not the content that was begun before. Choose it again to begin anew",
    ar: "المحتوى مختلف عما بدأ إرساله من قبل. اختره مرة أخرى للبدء من جديد",
  },
  too_large: { status: 413, en: "This is too large", ar: "الحجم أكبر من المسموح به" },
  validation: { status: 422, en: "Check the marked fields", ar: "راجع الحقول المحددة" },
  own_role: {
    status: 422,
    en: "Nobody changes their own role. For a second role, invite yourself to a second account",
    ar: "لا يمكن لأحد تغيير دوره بنفسه. لدور ثانٍ ادعُ نفسك إلى حساب ثانٍ",
  },
  own_account: {
    status: 422,
    en: "This cannot be done to your own account. Ask another admin",
    ar: "لا يمكن تنفيذ هذا الإجراء على حسابك. اطلب ذلك من مدير آخر",
  },
  last_admin: {
    status: 409,
    en: "There must always be one active admin. Appoint another one first",
    ar: "يجب أن يبقى مدير نشط واحد على الأقل. عيّن مديرًا آخر أولًا",
  },
  set_in_use: {
    status: 409,
    en: "People still have these permissions ({count}). Give them other ones first",
    ar: "ما زالت هذه الصلاحيات لدى بعض المستخدمين ({count}). غيّر صلاحياتهم أولًا",
  },
  link_expired: {
    status: 410,
    en: "This link was used already, was replaced by a newer one, or has expired. Ask the person who gave it to you for a new one",
    ar: "تم استخدام هذا الرابط من قبل أو استُبدل برابط أحدث أو انتهت صلاحيته. اطلب رابطًا جديدًا ممن أعطاه لك",
  },
  second_factor_refused: {
    status: 401,
    en: "The code is not correct, or it was used already. Wait for the next one",
    ar: "الرمز غير صحيح أو سبق استخدامه. انتظر الرمز التالي",
  },
  second_factor_expired: {
    status: 401,
    en: "That took too long or there were too many attempts. Enter your password again",
    ar: "انتهت المهلة أو تجاوزت عدد المحاولات. أدخل كلمة المرور مرة أخرى",
  },
  two_factor_needed: {
    status: 403,
    en: "The programme asks for two-step sign-in of everybody who administers. Set it up on your account page first, or sign in with a passkey",
    ar: "يشترط البرنامج تفعيل التحقق بخطوتين لكل من يدير النظام. فعّله من صفحة حسابك أولًا، أو سجّل الدخول بمفتاح مرور",
  },
  till_not_registered: {
    status: 403,
    en: "This device is not registered for your branch. Show your supervisor the code on the till's screen",
    ar: "هذا الجهاز غير مسجّل لفرعك. اعرض على المشرف الكود الظاهر في شاشة البيع",
  },
  sso_only: {
    status: 403,
    en: "Passwords and passkeys are switched off here. Sign in with your organisation's account",
    ar: "كلمات المرور ومفاتيح المرور معطّلة هنا. سجّل الدخول بحساب مؤسستك",
  },
  sso_unavailable: {
    status: 503,
    en: "Your organisation's sign-in service cannot be reached. Try again in a moment",
    ar: "تعذّر الوصول إلى خدمة الدخول في مؤسستك. حاول مرة أخرى بعد قليل",
  },
  passkey_refused: {
    status: 401,
    en: "This passkey was not accepted. Try again, or sign in with your password",
    ar: "لم يُقبل مفتاح المرور هذا. حاول مرة أخرى أو سجّل الدخول بكلمة المرور",
  },
  too_many_passkeys: {
    status: 409,
    en: "You have {max} passkeys already. Remove one that you no longer use first",
    ar: "لديك {max} مفاتيح مرور بالفعل. احذف أولًا مفتاحًا لم تعد تستخدمه",
  },
  revoked: {
    status: 409,
    en: "This was revoked and cannot be used again. Issue a new one",
    ar: "تم إلغاؤه نهائيًا ولا يمكن استخدامه مجددًا. أصدر بديلًا جديدًا",
  },
  inactive: {
    status: 409,
    en: "What this belongs to is deactivated. Activate it first",
    ar: "الجهة التابع لها غير مفعّلة. فعّلها أولًا",
  },
  wallet_status: {
    status: 422,
    en: "The status of the wallet does not allow this",
    ar: "حالة الحساب لا تسمح بهذا الإجراء",
  },
  wallet_not_empty: {
    status: 422,
    en: "There are {points} points left in the wallet. Move or remove them first",
    ar: "ما زال في الحساب {points} نقطة. انقلها أو اخصمها أولًا",
  },
  family: {
    status: 409,
    en: "These wallets cannot be a family",
    ar: "لا يمكن أن يكوّن هذان الحسابان عائلة",
  },
  not_visited: {
    status: 409,
    en: "Your merchant does not know this customer yet. They have to pay here by PIN, or to buy here on two days; until then an operator of the programme does this",
    ar: "هذا العميل غير معروف لديكم بعد: يلزم أن يدفع لديكم بنقاطه برقمه السري، أو أن تكون له فواتير لديكم في يومين. حتى ذلك الحين ينفذ هذا مشغّل البرنامج",
  },
  in_family: {
    status: 409,
    en: "The wallet belongs to a family. Take it, and its children, out of it first",
    ar: "الحساب ضمن عائلة. أخرجه هو وتابعيه من العائلة أولًا",
  },
  not_in_family: {
    status: 409,
    en: "The wallet belongs to no such family any more",
    ar: "لم يعد الحساب ضمن هذه العائلة",
  },
  approval_required: {
    status: 422,
    en: "More than {above} points need the approval of a second person",
    ar: "أكثر من {above} نقطة يتطلب موافقة شخص ثانٍ",
  },
  own_pin: {
    status: 422,
    en: "You set or cleared this customer's PIN. From {until} you take their payment; until then a colleague does, signed in with their own PIN. A PIN chosen on the customer display has no such wait",
    ar: "أنت من عيّن الرقم السري لهذا العميل أو أزاله. من {until} يمكنك تنفيذ الدفع له، وحتى ذلك الوقت ينفّذه زميل يدخل برقمه السري. الرقم الذي يختاره العميل على شاشة العميل لا انتظار معه",
  },
  too_many_views: {
    status: 429,
    en: "Too many customers were looked at. Try again later",
    ar: "تم الاطلاع على عدد كبير من العملاء، حاول لاحقًا",
  },
  second_person: {
    status: 409,
    en: "{sent}. {why}. After approval, {next}",
    ar: "{sent}. {why}. بعد الموافقة {next}",
  },
  second_person_asked: {
    status: 409,
    en: "{sent}. {why}. It takes effect when one approves",
    ar: "{sent}. {why}. يُنفَّذ بعد أول موافقة",
  },
  consent_unanswered: {
    status: 409,
    en: "Say first how the customers of this file agreed: on paper, or to be asked at the till",
    ar: "حدّد أولًا كيف وافق عملاء هذا الملف: على ورق، أم يُسألون عند الكاشير",
  },
  own_number: {
    status: 409,
    en: "The file gives points to a mobile number of your own. Another person has to start it",
    ar: "يمنح الملف نقاطًا لرقم موبايل يخصك، لذلك يجب أن يبدأه شخص آخر",
  },
  approver_not_allowed: {
    status: 422,
    en: "This person may not approve it: it must be another person who has the right to. Nobody approves for a person to whom they gave access or rights in the last days, or who gave them theirs, nor for a person whom the same colleague brought; a person whose own access is new approves nothing until another admin or an operator confirms them in the list of the staff",
    ar: "لا يحق لهذا الشخص الموافقة، يجب أن يوافق شخص آخر لديه الصلاحية. لا يوافق أحد لمن منحه حق الدخول أو الصلاحيات في الأيام الأخيرة ولا العكس، ولا لمن أضافه الزميل نفسه، ومن كان حق دخوله جديدًا لا يوافق على شيء حتى يؤكده مدير آخر أو مشغّل في قائمة الموظفين",
  },
  deal_state: {
    status: 409,
    en: "This cannot be done to a deal with the status that it has now",
    ar: "لا يمكن تنفيذ هذا الإجراء على العرض في حالته الحالية",
  },
  shift_open: {
    status: 409,
    en: "{name} has an open shift already. Close that one first",
    ar: "لدى {name} وردية مفتوحة بالفعل. أغلقها أولًا",
  },
  shift_closed: {
    status: 409,
    en: "This shift is closed already",
    ar: "هذه الوردية مغلقة بالفعل",
  },
  shift_colleague: {
    status: 422,
    en: "Choose a colleague who works at this branch",
    ar: "اختر زميلًا يعمل في هذا الفرع",
  },
  display_code: {
    status: 422,
    en: "This code is not correct, or it was used already. Type the one that the till shows now",
    ar: "هذا الرمز غير صحيح أو سبق استخدامه. اكتب الرمز الظاهر على شاشة الكاشير الآن",
  },
  display_ended: {
    status: 410,
    en: "This display is no longer connected to a till",
    ar: "لم تعد هذه الشاشة متصلة بنقطة بيع",
  },
  not_certifiable: {
    status: 409,
    en: "Only a test client that meets every requirement can be certified. Not met: {missing}",
    ar: "لا يُعتمد إلا نظام اختبار استوفى كل المتطلبات. غير مستوفى: {missing}",
  },
  list_views_full: {
    status: 409,
    en: "You have {max} views of this list already. Remove one that you no longer use first",
    ar: "لديك {max} عرضًا محفوظًا لهذه القائمة بالفعل. احذف أولًا عرضًا لم تعد تستخدمه",
  },
  busy: {
    status: 409,
    en: "This is in use at the moment. Try again",
    ar: "العنصر قيد الاستخدام الآن. حاول مرة أخرى",
  },
  sign_in_paused: {
    status: 429,
    en: "There were too many wrong attempts. Wait {seconds} seconds and try again",
    ar: "محاولات خاطئة كثيرة. انتظر {seconds} ثانية ثم حاول مرة أخرى",
  },
  visits_counting: {
    status: 503,
    en: "Earlier visits are still being counted. Try again in a few minutes",
    ar: "ما زال حساب الزيارات السابقة جاريًا. حاول مرة أخرى بعد دقائق",
  },
  rate_limited: {
    status: 429,
    en: "Too many attempts. Try again in {minutes} min",
    ar: "محاولات كثيرة. حاول مرة أخرى بعد {minutes} دقيقة",
  },
} as const satisfies Record<string, PortalErrorDefinition>;
export type PortalErrorCode = keyof typeof PORTAL_ERRORS;

/** A text of one of the tables with its parameters filled in, in both languages. */
const isBilingual = (value: unknown): value is Bilingual =>
  typeof value === "object" && value !== null && "ar" in value;

export function fillIn(text: Bilingual, parameters: Readonly<Record<string, unknown>> = {}): Bilingual {
  const fill = (language: "en" | "ar") =>
    text[language].replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = parameters[name] ?? placeholder;
      return String(isBilingual(value) ? value[language] : value);
    });
  return { en: fill("en"), ar: fill("ar") };
}

/**
 * The body of every refusal of `/api/portal`. Both languages travel, so that switching the language translates an error that is already on
 * the screen.
 */
export const portalErrorSchema = z.object({
  error: z.object({
    /** A code of {@link PORTAL_ERRORS}, or one of the interface as text, such as "1301". */
    code: z.string(),
    message: bilingualSchema,
    /** By the field's path, such as "newPassword" or "branches.0". */
    fields: z.optional(z.record(z.string(), bilingualSchema)),
    requestId: z.string(),
    retryAfterSeconds: z.optional(z.number()),
  }),
});
export type PortalErrorAnswer = z.infer<typeof portalErrorSchema>;
