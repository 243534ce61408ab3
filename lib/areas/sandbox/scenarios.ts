import type { Bilingual } from "@/lib/platform/language";
import type { ScenarioName } from "./schemas";

// The wallets of a sandbox and what happens on each: one table, for the service, the desk and the developer pages.

/** So long a locked PIN is said to stay locked: as long as a real lock does. */
export const PIN_LOCK_SECONDS = 900;
/** After so long a call that was too many goes through. */
export const TOO_MANY_SECONDS = 2;
/** After so long a call that met no service goes through. */
export const UNAVAILABLE_SECONDS = 1;
/** So late comes a slow answer: later than a till waits. */
export const SLOW_SECONDS = 15;
/** After so long a person has decided what waited for one. */
export const DECIDED_SECONDS = 5;

/** A wallet that every sandbox has. */
export interface ScenarioWalletDefinition {
  /** The last two digits of its code, and of its mobile number but where two wallets share one. */
  suffix: string;
  scenario: ScenarioName;
  customerName: string;
  /** Points at the beginning, and after a reset. */
  points: number;
  /** Null: it has none. */
  pin: string | null;
  text: Bilingual;
}

/** Every sandbox has these wallets, in this order. */
export const SCENARIO_WALLETS: readonly ScenarioWalletDefinition[] = [
  {
    suffix: "01",
    scenario: "plain",
    customerName: "ليلى عبد الرحمن",
    points: 1_000,
    pin: null,
    text: {
      en: "Active, 1,000 points, no PIN. Everything happens as on a customer's wallet.",
      ar: "نشط وبه 1,000 نقطة ومن دون رقم سري. يحدث كل شيء كما في حساب عميل.",
    },
  },
  {
    suffix: "02",
    scenario: "plain",
    customerName: "Nadim Fahmy",
    points: 5_000,
    pin: "1234",
    text: {
      en: "Active, 5,000 points, PIN 1234. Everything happens as on a customer's wallet.",
      ar: "نشط وبه 5,000 نقطة ورقمه السري 1234. يحدث كل شيء كما في حساب عميل.",
    },
  },
  {
    suffix: "03",
    scenario: "plain",
    customerName: "مروة حسن",
    points: 300,
    pin: null,
    text: {
      en: "Active, 300 points. Its number is also that of the next wallet: FindWallet by phone answers two candidates, and the cashier asks which one is meant.",
      ar: "نشط وبه 300 نقطة. ورقمه رقم الحساب التالي أيضًا: تجيب FindWallet بالرقم بمرشحين، ويسأل الكاشير أيهما المقصود.",
    },
  },
  {
    suffix: "04",
    scenario: "plain",
    customerName: "Hassan Morsy",
    points: 700,
    pin: null,
    text: {
      en: "Active, 700 points, with the number of the wallet before it. With its own code and that number everything happens as on a customer's wallet.",
      ar: "نشط وبه 700 نقطة وبرقم الحساب السابق. بكوده وهذا الرقم يحدث كل شيء كما في حساب عميل.",
    },
  },
  {
    suffix: "11",
    scenario: "insufficient_points",
    customerName: "هالة زكي",
    points: 1_000,
    pin: null,
    text: {
      en: "RedeemUser, Hold, IssueCoupon and a Settle that pays with points are refused with 1301, whatever the amount.",
      ar: "تُرفض RedeemUser وHold وIssueCoupon، وSettle التي تدفع بالنقاط، بالرمز 1301 مهما كان المبلغ.",
    },
  },
  {
    suffix: "12",
    scenario: "wrong_pin",
    customerName: "Adel Sami",
    points: 1_000,
    pin: "1234",
    text: {
      en: "RedeemUser, Hold, IssueCoupon and a Settle that pays with points are refused with 1311 where a PIN is sent, whichever it is.",
      ar: "تُرفض RedeemUser وHold وIssueCoupon، وSettle التي تدفع بالنقاط، برقم سري بالرمز 1311 أيًّا كان الرقم المرسل.",
    },
  },
  {
    suffix: "13",
    scenario: "pin_locked",
    customerName: "نجلاء فوزي",
    points: 1_000,
    pin: "1234",
    text: {
      en: `RedeemUser, Hold, IssueCoupon and a Settle that pays with points are refused with 1312 and Retry-After: ${PIN_LOCK_SECONDS}. The lock ends by itself.`,
      ar: `تُرفض RedeemUser وHold وIssueCoupon، وSettle التي تدفع بالنقاط، بالرمز 1312 مع Retry-After: ${PIN_LOCK_SECONDS}. ينتهي القفل من تلقاء نفسه.`,
    },
  },
  {
    suffix: "14",
    scenario: "pin_needs_reset",
    customerName: "Wael Naguib",
    points: 1_000,
    pin: "1234",
    text: {
      en: "RedeemUser, Hold, IssueCoupon and a Settle that pays with points are refused with 1312 without Retry-After. The PIN has to be reset.",
      ar: "تُرفض RedeemUser وHold وIssueCoupon، وSettle التي تدفع بالنقاط، بالرمز 1312 من دون Retry-After. يلزم إعادة تعيين الرقم السري.",
    },
  },
  {
    suffix: "15",
    scenario: "reference_taken",
    customerName: "سماح ربيع",
    points: 1_000,
    pin: null,
    text: {
      en: "Reward, RedeemUser and Settle with a reference are refused with 1501, as if the reference had been used for another sale.",
      ar: "تُرفض Reward وRedeemUser وSettle المرسلة برقم مرجعي بالرمز 1501، كما لو كان الرقم مستخدمًا لعملية بيع أخرى.",
    },
  },
  {
    suffix: "21",
    scenario: "unavailable",
    customerName: "Basma Refaat",
    points: 1_000,
    pin: null,
    text: {
      en: `The first attempt is answered 1902 with Retry-After: ${UNAVAILABLE_SECONDS}, and nothing is carried out. The next one with the same reference goes through.`,
      ar: `يُجاب عن المحاولة الأولى بالرمز 1902 مع Retry-After: ${UNAVAILABLE_SECONDS} ولا يُنفَّذ شيء. وتنجح المحاولة التالية بالرقم المرجعي نفسه.`,
    },
  },
  {
    suffix: "22",
    scenario: "answer_lost",
    customerName: "شريف عوض",
    points: 1_000,
    pin: null,
    text: {
      en: "Reward, RedeemUser, Refund, ReturnReward, Hold, Capture, Release, IssueCoupon, Settle, RedeemCoupon and CancelCoupon are carried out, and then the connection is cut without an answer. The next one with the same reference is answered as a replay.",
      ar: "تُنفَّذ Reward وRedeemUser وRefund وReturnReward وHold وCapture وRelease وIssueCoupon وSettle وRedeemCoupon وCancelCoupon ثم يُقطع الاتصال من دون رد. ويُجاب عن المحاولة التالية بالرقم المرجعي نفسه بالرد الأول.",
    },
  },
  {
    suffix: "23",
    scenario: "never_answered",
    customerName: "Inas Gamal",
    points: 1_000,
    pin: null,
    text: {
      en: "Reward, RedeemUser and Settle are carried out, and neither they nor their retries are ever answered. Cancel is.",
      ar: "تُنفَّذ Reward وRedeemUser وSettle ولا يُجاب عنها ولا عن إعادة إرسالها أبدًا. أما Cancel فيُجاب عنه.",
    },
  },
  {
    suffix: "24",
    scenario: "answer_slow",
    customerName: "تامر لبيب",
    points: 1_000,
    pin: null,
    text: {
      en: `Reward, RedeemUser and Settle are carried out at once and answered ${SLOW_SECONDS} seconds later. A retry is answered at once.`,
      ar: `تُنفَّذ Reward وRedeemUser وSettle فورًا ويصل الرد بعد ${SLOW_SECONDS} ثانية. ويُجاب عن إعادة الإرسال فورًا.`,
    },
  },
  {
    suffix: "25",
    scenario: "too_many_requests",
    customerName: "Dalia Hosny",
    points: 1_000,
    pin: null,
    text: {
      en: `An attempt is refused with 1701 and Retry-After: ${TOO_MANY_SECONDS} until these seconds are over. Then the same one goes through.`,
      ar: `تُرفض المحاولة بالرمز 1701 مع Retry-After: ${TOO_MANY_SECONDS} إلى أن تنقضي هذه الثواني، ثم تنجح المحاولة نفسها.`,
    },
  },
  {
    suffix: "31",
    scenario: "needs_approval",
    customerName: "هدى كمال",
    points: 1_000,
    pin: "1234",
    text: {
      en: "RedeemUser, Hold and a Settle that pays with points are refused without PinCode with 1307, whatever the amount. With PinCode 1234 they go through.",
      ar: "تُرفض RedeemUser وHold، وSettle التي تدفع بالنقاط، دون PinCode بالرمز 1307 مهما كان المبلغ. ومع PinCode بقيمة 1234 تنجح.",
    },
  },
  {
    suffix: "32",
    scenario: "limit_reached",
    customerName: "Karim Salama",
    points: 1_000,
    pin: null,
    text: {
      en: "Reward, RedeemUser, Hold and Settle are refused with 1702: a limit is reached, and the same request changes nothing today.",
      ar: "تُرفض Reward وRedeemUser وHold وSettle بالرمز 1702: بلغ الحد، والطلب نفسه لا يغيّر شيئًا اليوم.",
    },
  },
  {
    suffix: "33",
    scenario: "under_review",
    customerName: "رانيا شوقي",
    points: 1_000,
    pin: null,
    text: {
      en: `Reward, RedeemUser, Hold and Settle are refused with 1703 for ${DECIDED_SECONDS} seconds after the first attempt. Then a person has let it go, and the same request goes through.`,
      ar: `تُرفض Reward وRedeemUser وHold وSettle بالرمز 1703 مدة ${DECIDED_SECONDS} ثوانٍ بعد المحاولة الأولى. ثم يكون شخص قد سمح بالعملية وينجح الطلب نفسه.`,
    },
  },
  {
    suffix: "34",
    scenario: "needs_supervisor",
    customerName: "Tarek Ashraf",
    points: 1_000,
    pin: null,
    text: {
      en: `Reward, Refund, ReturnReward and Settle are refused with 1704 for ${DECIDED_SECONDS} seconds after the first attempt. Then a supervisor has approved it, and the same request goes through.`,
      ar: `تُرفض Reward وRefund وReturnReward وSettle بالرمز 1704 مدة ${DECIDED_SECONDS} ثوانٍ بعد المحاولة الأولى. ثم يكون المشرف قد اعتمد العملية وينجح الطلب نفسه.`,
    },
  },
  {
    suffix: "35",
    scenario: "points_spent",
    customerName: "سعاد حلمي",
    points: 1_000,
    pin: null,
    text: {
      en: "Cancel and ReturnReward are refused with 1415, as if the points had been spent.",
      ar: "يُرفض Cancel وReturnReward بالرمز 1415 كما لو كانت النقاط قد صُرفت.",
    },
  },
  {
    suffix: "36",
    scenario: "coupon_lapsed",
    customerName: "Ramy Adly",
    points: 1_000,
    pin: null,
    text: {
      en: "RedeemCoupon, and a Settle with coupons, are refused with 1421, whichever number is sent: the coupon has expired.",
      ar: "تُرفض RedeemCoupon، وSettle بكوبونات، بالرمز 1421 أيًّا كان الرقم المرسل: انتهت صلاحية الكوبون.",
    },
  },
  {
    suffix: "37",
    scenario: "coupons_gone",
    customerName: "منال توفيق",
    points: 1_000,
    pin: null,
    text: {
      en: "IssueCoupon is refused with 1422, whichever offer is named: the last coupon is gone.",
      ar: "يُرفض IssueCoupon بالرمز 1422 أيًّا كان العرض: نفد آخر كوبون.",
    },
  },
  {
    suffix: "38",
    scenario: "customer_expired",
    customerName: "Laila Mansour",
    points: 1_000,
    pin: null,
    text: {
      en: "The first attempt with customer of FindWallet is refused with 1002, as if its 30 minutes were over, and so is every repetition with it. With a new customer the same reference goes through. Cancel by reference goes through with either.",
      ar: "تُرفض المحاولة الأولى بقيمة customer من FindWallet بالرمز 1002 كما لو انقضت دقائقها الثلاثون، وكذلك كل إعادة بها. وبقيمة customer جديدة ينجح الطلب بالرقم المرجعي نفسه. أما Cancel بالرقم المرجعي فينجح بأي منهما.",
    },
  },
];

/** The code of a sandbox's wallet: `900101` in the demo data, `T17-01` in sandbox 17. */
export function scenarioWalletCode({ id, isDemo }: { id: number; isDemo: boolean }, suffix: string): string {
  return isDemo ? `9001${suffix}` : `T${id}-${suffix}`;
}

/** The mobile number (E.164) of the wallet with this suffix, the same in every sandbox. Two wallets share one. */
export function scenarioMsisdn(suffix: string): string {
  return `+2011900001${suffix === "04" ? "03" : suffix}`;
}
