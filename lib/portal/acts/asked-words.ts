import type { Bilingual, Language } from "@/lib/platform/language";
import { writeNumber } from "@/lib/platform/writing/numbers";
import { writerOf } from "@/lib/platform/writing/writer";
import type { AskedKind } from "./asked-kinds";
import type { AdminAction } from "./permissions";
import type { Decider } from "./second-persons";

/** Why one person does not do an act alone. */
export type Why =
  /** Points of the act, points of the last 24 hours, and the bound of both together. */
  | { why: "points"; points: number; before: number; above: number }
  /** The wallet's number is one of the asker's own. */
  | { why: "own" }
  /** Customers read another text. */
  | { why: "words" }
  /** Acts of this kind have no bound. */
  | { why: "kind" };

type Summary = Readonly<Record<string, string | null>>;

/** A reason as the summary of a request keeps it. */
export function summaryOfWhy(why: Why): Summary {
  if (why.why !== "points") return { why: why.why };
  const { points, before, above } = why;
  return { why: why.why, whyPoints: String(points), whyBefore: String(before), whyAbove: String(above) };
}

/** The reason in a request's summary; null in one of before it was kept. */
export function whyOfSummary({ why, whyPoints, whyBefore, whyAbove }: Summary): Why | null {
  if (why === "points")
    return { why, points: Number(whyPoints), before: Number(whyBefore), above: Number(whyAbove) };
  return why === "own" || why === "words" || why === "kind" ? { why } : null;
}

const KINDS: Readonly<Record<AskedKind, Bilingual>> = {
  adjust: { en: "A correction of points needs a second person", ar: "تسوية النقاط تحتاج إلى شخص ثانٍ" },
  merge: { en: "A merge needs a second person", ar: "دمج المحافظ يحتاج إلى شخص ثانٍ" },
  pin: { en: "A PIN of this wallet needs a second person", ar: "الرقم السري لهذه المحفظة يحتاج إلى شخص ثانٍ" },
  mobile: {
    en: "Another mobile number of a customer always needs a second person",
    ar: "تغيير رقم موبايل العميل يحتاج دائمًا إلى شخص ثانٍ",
  },
  make_admin: { en: "Another admin needs a second person", ar: "إضافة مدير تحتاج إلى شخص ثانٍ" },
  reset_admin: {
    en: "An admin's way in needs a second person",
    ar: "إعادة تعيين دخول مدير تحتاج إلى شخص ثانٍ",
  },
  family: {
    en: "Points that another person may spend always need a second person",
    ar: "نقاط يصرفها شخص آخر تحتاج دائمًا إلى شخص ثانٍ",
  },
  segment: { en: "A higher tier needs a second person", ar: "النقل إلى مستوى أعلى يحتاج إلى شخص ثانٍ" },
  client: {
    en: "A live API client that moves points needs a second person",
    ar: "نظام الكاشير الذي يحرك النقاط يحتاج إلى شخص ثانٍ",
  },
  offer: {
    en: "The most that this offer costs is not known, so a second person agrees",
    ar: "أقصى تكلفة لهذا العرض غير معروفة، ولذلك يحتاج إلى شخص ثانٍ",
  },
  join: {
    en: "Customers who join with these points need a second person",
    ar: "اشتراك عملاء لهم هذه النقاط يحتاج إلى شخص ثانٍ",
  },
  coupons: {
    en: "The most that these coupons take off is not known, so a second person agrees",
    ar: "أقصى خصم لهذه الكوبونات غير معروف، ولذلك تحتاج إلى شخص ثانٍ",
  },
  rules: {
    en: "Rules that give more and closed months need a second person",
    ar: "القواعد التي تمنح أكثر والشهور المُقفلة تحتاج إلى شخص ثانٍ",
  },
};

/** Ways out for the asker, where less needs nobody else. */
const LESS: Partial<Record<AskedKind, Bilingual>> = {
  coupons: {
    en: "A smaller quantity, or a smaller worth, can be published at once",
    ar: "كمية أقل أو قيمة أقل يمكن نشرها فورًا",
  },
  offer: { en: "A smaller budget can be published at once", ar: "ميزانية أقل يمكن نشرها فورًا" },
};

/** The reason in the words of the page, with both numbers where there are two; told to the asker with the way out. */
export function whyInWords(kind: AskedKind, why: Why | null, { isTold = false } = {}): Bilingual | null {
  if (why === null) return null;
  if (why.why === "kind") return KINDS[kind];
  if (why.why === "words")
    return {
      en: "Another text of an offer that customers read always needs a second person",
      ar: "تغيير ما يقرأه العملاء عن عرض يحتاج دائمًا إلى شخص ثانٍ",
    };
  if (why.why === "own")
    return { en: "The customer's number is the asker's own", ar: "رقم العميل هو رقم صاحب الطلب نفسه" };
  const [points, before, above] = [why.points, why.before, why.above].map((value) =>
    writeNumber(value, "en"),
  );
  const less = isTold && why.above > why.before ? LESS[kind] : undefined;
  const reason =
    why.before === 0
      ? {
          en: `Worth ${points} points, more than the ${above} of one person in 24 hours`,
          ar: `بقيمة ${points} نقطة، أكثر من ${above} لشخص واحد خلال 24 ساعة`,
        }
      : {
          en: `Worth ${points} points, with ${before} in the last 24 hours more than the ${above} of one person`,
          ar: `بقيمة ${points} نقطة، ومع ${before} في آخر 24 ساعة أكثر من ${above} لشخص واحد`,
        };
  return less ? { en: `${reason.en}. ${less.en}`, ar: `${reason.ar}. ${less.ar}` } : reason;
}

const MOMENT = {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "numeric",
  minute: "2-digit",
} as const;

/** So many people are named in a refusal. */
const NAMED_MAX = 4;

/**
 * Says to whom a request was sent, or from when on a person can approve; the times are the programme's. `alone`: from when on the asker does the
 * act alone where nobody can approve.
 */
export function sentInWords(
  deciders: readonly Decider[],
  { timeZone, alone }: { timeZone: string; alone: Date | null },
): Bilingual {
  const able = deciders.filter(({ from }) => from === null);
  const names = able.slice(0, NAMED_MAX).map(({ name }) => name);
  if (names.length > 0)
    return {
      en: `Sent for approval to ${names.join(", ")}`,
      ar: `أُرسل للموافقة إلى ${names.join("، ")}`,
    };
  const [first] = deciders;
  const from = first?.from == null ? alone : new Date(first.from);
  if (from === null)
    return {
      en: "Sent for approval. Nobody can approve this yet: invite another person",
      ar: "أُرسل للموافقة. لا يوجد من يمكنه الموافقة بعد: ادعُ شخصًا آخر",
    };
  const when = (language: Language) => writerOf(language, timeZone).dateTime(from, MOMENT);
  if (first?.from == null)
    return {
      en: `Sent for approval. The person who could approve has no access any more: invite another person, or do it alone from ${when("en")}`,
      ar: `أُرسل للموافقة. لم يعد لمن كان يمكنه الموافقة حق الدخول: ادعُ شخصًا آخر، أو نفّذه وحدك بدءًا من ${when("ar")}`,
    };
  return {
    en: `Sent for approval. ${first.name} can approve from ${when("en")}`,
    ar: `أُرسل للموافقة. يمكن أن يوافق ${first.name} بدءًا من ${when("ar")}`,
  };
}

const CLIENT_ID: Bilingual = {
  en: "press Show the ClientId on your home page",
  ar: "اضغط «إظهار ClientId» في صفحتك الرئيسية",
};

/** The press by which the asker finishes an act that answers a secret, as the button of their home page is called. */
const FINISHES: { readonly [Action in AdminAction]?: Bilingual } = {
  "user.invite": {
    en: "press Send invitation on your home page",
    ar: "اضغط «إرسال الدعوة» في صفحتك الرئيسية",
  },
  "user.issue_link": {
    en: "press Show the link on your home page",
    ar: "اضغط «إظهار الرابط» في صفحتك الرئيسية",
  },
  "client.create": CLIENT_ID,
  "client.rotate": CLIENT_ID,
  "client.rotate_signing": {
    en: "press Show the signing secret on your home page",
    ar: "اضغط «إظهار سر التوقيع» في صفحتك الرئيسية",
  },
};

/** The press by which an approved request goes on; an act that brings a secret, which is not kept, is done again. */
export const nextInWords = (action: AdminAction): Bilingual =>
  FINISHES[action] ?? { en: "do it again here within 24 hours", ar: "أعد الخطوة هنا خلال 24 ساعة" };
