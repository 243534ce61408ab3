import type { CategoryKey } from "./programme";
import { lines, type Text } from "./text";

/** The offer of a deal; `discountType` and `discount` of the interface follow from it. */
export type DemoOffer =
  | { kind: "percent"; percent: number }
  | { kind: "amount"; amount: number }
  | { kind: "free" }
  | { kind: "bundle"; buy: number; get: number }
  | { kind: "multiplier"; times: number }
  | { kind: "price"; price: number };

export interface DemoDeal {
  offerNumber: string;
  merchantId: number;
  category: CategoryKey;
  state: "draft" | "published" | "paused";
  offer: DemoOffer;
  title: Text;
  description: Text;
  terms: Text;
  /** Days from the day of loading. */
  startsIn: number;
  endsIn: number;
  /** Days after the end in which it can still be used. */
  usableFor: number;
  sortingNumber: number | null;
  ratePlans: readonly string[];
  /** null: all branches of the merchant. */
  branches: readonly string[] | null;
}

const ONCE: Text = { en: "Once per customer.", ar: "مرة واحدة لكل عميل." };
const DAILY: Text = { en: "Once a day per customer.", ar: "مرة واحدة في اليوم لكل عميل." };
const SHOW_CODE: Text = { en: "Show your wallet code before paying.", ar: "أظهر كود محفظتك قبل الدفع." };
const ALONE: Text = { en: "Cannot be combined with other offers.", ar: "لا يُجمع مع عروض أخرى." };
const STOCK: Text = { en: "While stocks last.", ar: "حتى نفاد الكمية." };
const IN_BRANCH: Text = {
  en: "In branches only, not for delivery.",
  ar: "داخل الفروع فقط، ولا يسري على التوصيل.",
};
const WEEKDAYS: Text = {
  en: "Sunday to Thursday, except public holidays.",
  ar: "من الأحد إلى الخميس، ما عدا العطلات الرسمية.",
};
const EXCHANGE: Text = {
  en: "Exchange within 14 days with the receipt.",
  ar: "الاستبدال خلال 14 يومًا مع إيصال الشراء.",
};

function fromBill(value: number): Text {
  return {
    en: `On bills of EGP ${value.toLocaleString("en-US")} or more.`,
    ar: `على الفواتير من ${value.toLocaleString("en-US")} ج.م. فأكثر.`,
  };
}

const percent = (value: number): DemoOffer => ({ kind: "percent", percent: value });
const amount = (value: number): DemoOffer => ({ kind: "amount", amount: value });
const bundle = (buy: number, get: number): DemoOffer => ({ kind: "bundle", buy, get });
const multiplier = (times: number): DemoOffer => ({ kind: "multiplier", times });
const price = (value: number): DemoOffer => ({ kind: "price", price: value });
const FREE: DemoOffer = { kind: "free" };

// When a deal is on. Live ones stay live for months, so that a demo does not go stale.
const live = (startedBefore: number, endsIn: number) =>
  ({ state: "published", startsIn: -startedBefore, endsIn, usableFor: 14 }) as const;
const scheduled = (startsIn: number, days: number) =>
  ({ state: "published", startsIn, endsIn: startsIn + days, usableFor: 7 }) as const;
const ended = (before: number, days: number) =>
  ({ state: "published", startsIn: -before - days, endsIn: -before, usableFor: 0 }) as const;
const paused = (startedBefore: number, endsIn: number) =>
  ({ state: "paused", startsIn: -startedBefore, endsIn, usableFor: 14 }) as const;
const draft = (startsIn: number, days: number) =>
  ({ state: "draft", startsIn, endsIn: startsIn + days, usableFor: 7 }) as const;

const everywhere = { sortingNumber: null, ratePlans: [], branches: null } as const;

const TARH_DEALS: readonly DemoDeal[] = [
  {
    ...everywhere,
    ...live(18, 160),
    offerNumber: "110001",
    merchantId: 1,
    category: "groceries",
    offer: percent(20),
    sortingNumber: 1,
    title: { en: "20% off fresh fruit and vegetables", ar: "خصم 20% على الخضروات والفواكه الطازجة" },
    description: {
      en: "Picked this morning, on the shelf by noon. A fifth off everything in the fresh market, by the kilo.",
      ar: "من الأرض في الصباح وعلى الرف قبل الظهر. خصم الخُمس على كل أصناف السوق الطازج بالكيلو.",
    },
    terms: lines(fromBill(150), DAILY, SHOW_CODE),
  },
  {
    ...everywhere,
    ...live(40, 120),
    offerNumber: "110002",
    merchantId: 1,
    category: "groceries",
    offer: bundle(2, 1),
    sortingNumber: 4,
    title: { en: "Buy two pantry staples, get one free", ar: "اشترِ صنفين من المؤن واحصل على الثالث مجانًا" },
    description: {
      en: "Oil, rice, pasta and tomato paste from our own shelf: take three, pay for the two that cost more.",
      ar: "زيت وأرز ومكرونة وصلصة من منتجاتنا: خذ ثلاثة وادفع ثمن الأغلى اثنين.",
    },
    terms: lines({ en: "Own-brand products only.", ar: "على منتجات علامتنا فقط." }, STOCK, ALONE),
  },
  {
    ...everywhere,
    ...live(60, 210),
    offerNumber: "110003",
    merchantId: 1,
    category: "groceries",
    offer: multiplier(2),
    title: { en: "Double points every Tuesday", ar: "نقاط مضاعفة كل يوم ثلاثاء" },
    description: {
      en: "Do the weekly shop on a Tuesday and every pound earns twice.",
      ar: "تسوّق احتياجات الأسبوع يوم الثلاثاء، وكل مشترياتك تكسب النقاط مرتين.",
    },
    terms: lines({ en: "Tobacco and top-up cards excluded.", ar: "لا يشمل التبغ وكروت الشحن." }, SHOW_CODE),
  },
  {
    ...everywhere,
    ...live(5, 95),
    offerNumber: "110004",
    merchantId: 1,
    category: "groceries",
    offer: amount(50),
    sortingNumber: 6,
    title: { en: "EGP 50 off the bakery", ar: "خصم 50 ج.م. على المخبوزات" },
    description: {
      en: "Baladi bread, fino and morning pastries, out of the oven every hour.",
      ar: "عيش بلدي وفينو ومخبوزات الصباح، من الفرن كل ساعة.",
    },
    terms: lines(fromBill(250), ONCE, IN_BRANCH),
    branches: ["01000000001", "01000000002", "01000000003"],
  },
  {
    ...everywhere,
    ...live(12, 140),
    offerNumber: "110005",
    merchantId: 1,
    category: "home",
    offer: percent(30),
    title: { en: "30% off towels and linen", ar: "خصم 30% على المناشف والمفروشات" },
    description: {
      en: "Egyptian long-staple cotton, six colours, softer after every wash.",
      ar: "قطن مصري طويل التيلة، ستة ألوان، يزداد نعومة مع كل غسلة.",
    },
    terms: lines(EXCHANGE, STOCK),
  },
  {
    ...everywhere,
    ...live(25, 180),
    offerNumber: "110006",
    merchantId: 1,
    category: "groceries",
    offer: percent(25),
    ratePlans: ["GOLD", "PLATINUM"],
    title: { en: "25% off for Gold and Platinum", ar: "خصم 25% لأصحاب المستويين الذهبي والبلاتيني" },
    description: {
      en: "A quarter off the farm shelf: eggs, dairy and greens from growers we know by name.",
      ar: "خصم الربع على رف المزرعة: بيض وألبان وخضرة من مزارعين نعرفهم بالاسم.",
    },
    terms: lines(DAILY, ALONE),
  },
  {
    ...everywhere,
    ...scheduled(9, 45),
    offerNumber: "110007",
    merchantId: 1,
    category: "groceries",
    offer: price(99),
    title: { en: "A crate of summer fruit for EGP 99", ar: "قفص فاكهة الصيف بـ 99 ج.م." },
    description: {
      en: "Three kilos of whatever is sweetest this week, chosen by our buyer at El Obour market.",
      ar: "ثلاثة كيلو من أحلى ما في الأسبوع، يختارها مشترينا من سوق العبور.",
    },
    terms: lines(ONCE, STOCK, IN_BRANCH),
  },
  {
    ...everywhere,
    ...ended(20, 60),
    offerNumber: "110008",
    merchantId: 1,
    category: "home",
    offer: amount(300),
    title: { en: "EGP 300 off a new sofa", ar: "خصم 300 ج.م. على كنبة جديدة" },
    description: {
      en: "From the home floor of our Nasr City branch, delivered and assembled.",
      ar: "من طابق المنزل في فرع مدينة نصر، مع التوصيل والتركيب.",
    },
    terms: lines(fromBill(4_000), EXCHANGE),
    branches: ["01000000001"],
  },
  {
    ...everywhere,
    ...paused(70, 100),
    offerNumber: "110009",
    merchantId: 1,
    category: "groceries",
    offer: FREE,
    title: { en: "A present with the holiday box", ar: "هدية مع كرتونة العيد" },
    description: {
      en: "Dates, nuts, juice and flour in one box, and a wooden serving tray on top.",
      ar: "تمر ومكسرات وعصائر ودقيق في كرتونة واحدة، ومعها صينية تقديم خشبية.",
    },
    terms: lines(ONCE, STOCK),
  },
  {
    ...everywhere,
    ...draft(20, 40),
    offerNumber: "110010",
    merchantId: 1,
    category: "home",
    offer: percent(15),
    title: { en: "15% off household care", ar: "خصم 15% على منتجات العناية بالمنزل" },
    description: {
      en: "Soap, shampoo and everything under the sink.",
      ar: "صابون وشامبو وكل ما تحت الحوض.",
    },
    terms: lines(fromBill(200)),
  },
];

const KANAKA_DEALS: readonly DemoDeal[] = [
  {
    ...everywhere,
    ...live(30, 150),
    offerNumber: "120001",
    merchantId: 2,
    category: "coffee",
    offer: bundle(1, 1),
    sortingNumber: 2,
    title: { en: "Two lattes for the price of one", ar: "لاتيه عليك ولاتيه علينا" },
    description: {
      en: "Bring a person you like. The second cup is on us, in any size.",
      ar: "تعالَ مع من تحب، والكوب الثاني علينا بأي حجم.",
    },
    terms: lines(WEEKDAYS, DAILY, IN_BRANCH),
  },
  {
    ...everywhere,
    ...live(15, 110),
    offerNumber: "120002",
    merchantId: 2,
    category: "coffee",
    offer: FREE,
    title: { en: "A free slice of cake with two coffees", ar: "قطعة كيك مجانًا مع كوبين قهوة" },
    description: {
      en: "Basbousa cream, carrot or chocolate: baked in Zamalek before you are up.",
      ar: "بسبوسة بالقشطة أو جزر أو شوكولاتة: تُخبز في الزمالك قبل أن تستيقظ.",
    },
    terms: lines(DAILY, STOCK),
    branches: ["01000000011", "01000000012"],
  },
  {
    ...everywhere,
    ...live(80, 240),
    offerNumber: "120003",
    merchantId: 2,
    category: "coffee",
    offer: price(45),
    sortingNumber: 8,
    title: { en: "Coffee from the sand for EGP 45", ar: "قهوة على الرملة بـ 45 ج.م." },
    description: {
      en: "Turkish coffee the slow way, with a glass of water and a piece of Turkish delight.",
      ar: "قهوة تركي على مهل، معها كوب ماء وقطعة ملبن.",
    },
    terms: lines({ en: "Before noon.", ar: "قبل الساعة 12 ظهرًا." }, IN_BRANCH),
  },
  {
    ...everywhere,
    ...live(9, 90),
    offerNumber: "120004",
    merchantId: 2,
    category: "coffee",
    offer: multiplier(3),
    title: { en: "Triple points on cold drinks", ar: "ثلاثة أضعاف النقاط على المشروبات الباردة" },
    description: {
      en: "Iced tea, hibiscus and lemon with mint. The hotter the day, the more it earns.",
      ar: "شاي مثلج وكركديه وليمون بالنعناع. كلما زاد الحر زادت النقاط.",
    },
    terms: lines(SHOW_CODE),
  },
  {
    ...everywhere,
    ...live(3, 85),
    offerNumber: "120005",
    merchantId: 2,
    category: "coffee",
    offer: percent(50),
    ratePlans: ["PLATINUM"],
    title: { en: "Half price for Platinum, all day", ar: "نصف السعر للمستوى البلاتيني طوال اليوم" },
    description: {
      en: "Any drink from the bar, at any hour, as often as you like.",
      ar: "أي مشروب من البار، في أي ساعة، وكلما أردت.",
    },
    terms: lines(ALONE),
  },
  {
    ...everywhere,
    ...scheduled(14, 60),
    offerNumber: "120006",
    merchantId: 2,
    category: "coffee",
    offer: percent(25),
    title: { en: "Happy hour: 25% off from 4 to 6", ar: "ساعة السعادة: خصم 25% من 4 إلى 6" },
    description: {
      en: "For the hour when the morning's coffee has worn off.",
      ar: "للساعة التي ينتهي فيها مفعول قهوة الصباح.",
    },
    terms: lines(WEEKDAYS, IN_BRANCH),
  },
  {
    ...everywhere,
    ...draft(30, 30),
    offerNumber: "120007",
    merchantId: 2,
    category: "coffee",
    offer: amount(20),
    title: { en: "EGP 20 off a whole cake", ar: "خصم 20 ج.م. على الكيك الكامل" },
    description: { en: "Ordered a day ahead, for eight.", ar: "بالطلب قبلها بيوم، يكفي ثمانية." },
    terms: lines(ONCE),
  },
];

const KHAYT_DEALS: readonly DemoDeal[] = [
  {
    ...everywhere,
    ...live(22, 130),
    offerNumber: "130001",
    merchantId: 3,
    category: "fashion",
    offer: percent(40),
    sortingNumber: 3,
    title: { en: "40% off summer dresses", ar: "خصم 40% على فساتين الصيف" },
    description: {
      en: "Linen and light cotton, cut and sewn in Mahalla.",
      ar: "كتان وقطن خفيف، قص وخياطة المحلة.",
    },
    terms: lines(EXCHANGE, STOCK),
  },
  {
    ...everywhere,
    ...live(45, 170),
    offerNumber: "130002",
    merchantId: 3,
    category: "fashion",
    offer: amount(200),
    title: { en: "EGP 200 off two shirts", ar: "خصم 200 ج.م. على قميصين" },
    description: {
      en: "Poplin, Oxford or linen, in eleven sizes. Any two.",
      ar: "بوبلين أو أكسفورد أو كتان، في أحد عشر مقاسًا. أي قميصين.",
    },
    terms: lines(fromBill(1_200), EXCHANGE),
  },
  {
    ...everywhere,
    ...live(7, 100),
    offerNumber: "130003",
    merchantId: 3,
    category: "fashion",
    offer: price(499),
    title: { en: "The woven handbag for EGP 499", ar: "حقيبة اليد المجدولة بـ 499 ج.م." },
    description: {
      en: "Handwoven in Naqada, lined in cotton, big enough for a laptop and an evening.",
      ar: "نسج يدوي من نقادة، بطانة قطنية، تتسع لحاسوب ولسهرة.",
    },
    terms: lines(ONCE, STOCK),
  },
  {
    ...everywhere,
    ...live(10, 120),
    offerNumber: "130004",
    merchantId: 3,
    category: "fashion",
    offer: bundle(2, 1),
    ratePlans: ["SILVER", "GOLD", "PLATINUM"],
    title: { en: "Three for two from Silver up", ar: "ثلاث قطع بسعر قطعتين من المستوى الفضي فأعلى" },
    description: {
      en: "Three pieces from the new collection; the one that costs least is free.",
      ar: "ثلاث قطع من المجموعة الجديدة، والأقل سعرًا مجانًا.",
    },
    terms: lines(ALONE, EXCHANGE),
  },
  {
    ...everywhere,
    ...scheduled(25, 50),
    offerNumber: "130005",
    merchantId: 3,
    category: "fashion",
    offer: percent(25),
    title: { en: "Back to school: 25% off sneakers", ar: "العودة إلى المدارس: خصم 25% على الأحذية الرياضية" },
    description: {
      en: "For the yard, the bus and the match after.",
      ar: "للفناء والحافلة والمباراة بعدهما.",
    },
    terms: lines(EXCHANGE),
  },
  {
    ...everywhere,
    ...ended(35, 45),
    offerNumber: "130006",
    merchantId: 3,
    category: "fashion",
    offer: percent(50),
    title: { en: "End of season: half price", ar: "نهاية الموسم: نصف السعر" },
    description: { en: "Everything on the winter rail.", ar: "كل ما على شماعة الشتاء." },
    terms: lines({ en: "No exchange.", ar: "بدون استبدال." }, STOCK),
  },
  {
    ...everywhere,
    ...paused(50, 90),
    offerNumber: "130007",
    merchantId: 3,
    category: "fashion",
    offer: FREE,
    title: { en: "Free alterations", ar: "تعديل المقاسات مجانًا" },
    description: {
      en: "Bought here, fitted here: hems, waists and sleeves while you have a coffee next door.",
      ar: "تشتريه هنا ونضبطه هنا: الطول والوسط والأكمام وأنت تشرب قهوتك.",
    },
    terms: lines(IN_BRANCH),
    branches: ["01000000021"],
  },
];

const NABD_DEALS: readonly DemoDeal[] = [
  {
    ...everywhere,
    ...live(16, 115),
    offerNumber: "140001",
    merchantId: 4,
    category: "electronics",
    offer: amount(1_000),
    sortingNumber: 5,
    title: { en: "EGP 1,000 off any laptop", ar: "خصم 1,000 ج.م. على أي حاسوب محمول" },
    description: {
      en: "For study, work or what comes after both. Set up at the counter while you wait.",
      ar: "للدراسة أو العمل أو ما بعدهما. نجهزه لك على المنضدة وأنت تنتظر.",
    },
    terms: lines(fromBill(15_000), ONCE, ALONE),
  },
  {
    ...everywhere,
    ...live(33, 145),
    offerNumber: "140002",
    merchantId: 4,
    category: "electronics",
    offer: percent(15),
    title: { en: "15% off headphones", ar: "خصم 15% على السماعات" },
    description: {
      en: "Thirty hours on one charge, and the street outside gone quiet.",
      ar: "ثلاثون ساعة بشحنة واحدة، وضجيج الشارع يختفي.",
    },
    terms: lines(EXCHANGE),
  },
  {
    ...everywhere,
    ...live(6, 200),
    offerNumber: "140003",
    merchantId: 4,
    category: "electronics",
    offer: multiplier(5),
    ratePlans: ["GOLD", "PLATINUM"],
    title: { en: "Five times the points on phones", ar: "خمسة أضعاف النقاط على الهواتف" },
    description: {
      en: "For Gold and Platinum: the phone you were going to buy anyway, and a present to yourself with the points.",
      ar: "للمستويين الذهبي والبلاتيني: الهاتف الذي كنت ستشتريه، وهدية لنفسك بنقاطه.",
    },
    terms: lines(ONCE, SHOW_CODE),
  },
  {
    ...everywhere,
    ...live(20, 105),
    offerNumber: "140004",
    merchantId: 4,
    category: "electronics",
    offer: price(1_999),
    title: { en: "The watch that counts your steps, EGP 1,999", ar: "الساعة التي تعد خطواتك بـ 1,999 ج.م." },
    description: {
      en: "Heart rate, sleep and prayer times, a week between charges.",
      ar: "نبض القلب والنوم ومواقيت الصلاة، وأسبوع بين الشحنتين.",
    },
    terms: lines(STOCK, EXCHANGE),
    branches: ["01000000031", "01000000032"],
  },
  {
    ...everywhere,
    ...scheduled(6, 70),
    offerNumber: "140005",
    merchantId: 4,
    category: "home",
    offer: amount(500),
    title: { en: "EGP 500 off washing machines", ar: "خصم 500 ج.م. على الغسالات" },
    description: {
      en: "Delivered, connected, and the old one taken away.",
      ar: "التوصيل والتركيب علينا، ونأخذ القديمة.",
    },
    terms: lines(fromBill(8_000)),
  },
  {
    ...everywhere,
    ...ended(12, 30),
    offerNumber: "140006",
    merchantId: 4,
    category: "electronics",
    offer: percent(20),
    title: { en: "White week: 20% off phones", ar: "الأسبوع الأبيض: خصم 20% على الهواتف" },
    description: {
      en: "Last year's models, this year's guarantee.",
      ar: "موديلات العام الماضي بضمان هذا العام.",
    },
    terms: lines(STOCK),
  },
  {
    ...everywhere,
    ...draft(45, 60),
    offerNumber: "140007",
    merchantId: 4,
    category: "electronics",
    offer: bundle(1, 1),
    title: { en: "Buy a laptop, get headphones", ar: "اشترِ حاسوبًا واحصل على سماعة" },
    description: { en: "Waiting for the supplier's word.", ar: "في انتظار تأكيد المورد." },
    terms: lines(STOCK, ALONE),
  },
];

const YANSOUN_DEALS: readonly DemoDeal[] = [
  {
    ...everywhere,
    ...live(28, 135),
    offerNumber: "150001",
    merchantId: 5,
    category: "health",
    offer: percent(20),
    sortingNumber: 7,
    title: { en: "20% off skin care", ar: "خصم 20% على العناية بالبشرة" },
    description: {
      en: "Ask our pharmacist which of them is yours; trying costs nothing.",
      ar: "اسأل الصيدلي أيها يناسبك؛ التجربة بلا مقابل.",
    },
    terms: lines(DAILY, SHOW_CODE),
  },
  {
    ...everywhere,
    ...live(50, 155),
    offerNumber: "150002",
    merchantId: 5,
    category: "health",
    offer: bundle(3, 1),
    title: { en: "Vitamins: the fourth month is free", ar: "الفيتامينات: الشهر الرابع مجانًا" },
    description: {
      en: "Buy three months of any vitamin and take the fourth with you.",
      ar: "اشترِ ثلاثة أشهر من أي فيتامين وخذ الرابع معك.",
    },
    terms: lines({ en: "Not for prescription medicines.", ar: "لا يشمل الأدوية بوصفة طبية." }, ONCE),
  },
  {
    ...everywhere,
    ...live(11, 98),
    offerNumber: "150003",
    merchantId: 5,
    category: "health",
    offer: FREE,
    title: { en: "A free serum with any two creams", ar: "سيروم مجانًا مع أي كريمين" },
    description: {
      en: "Thirty millilitres of hyaluronic serum, full size.",
      ar: "ثلاثون ملليلترًا من سيروم الهيالورونيك، بالحجم الكامل.",
    },
    terms: lines(STOCK, ONCE),
  },
  {
    ...everywhere,
    ...live(75, 220),
    offerNumber: "150004",
    merchantId: 5,
    category: "health",
    offer: multiplier(2),
    title: { en: "Double points on baby care", ar: "نقاط مضاعفة على مستلزمات الأطفال" },
    description: {
      en: "Shampoo, nappies and everything in the small bag that is never small.",
      ar: "شامبو وحفاضات وكل ما في الحقيبة الصغيرة التي ليست صغيرة أبدًا.",
    },
    terms: lines(SHOW_CODE),
  },
  {
    ...everywhere,
    ...scheduled(18, 40),
    offerNumber: "150005",
    merchantId: 5,
    category: "health",
    offer: price(149),
    title: { en: "The sun cream for EGP 149", ar: "كريم الشمس بـ 149 ج.م." },
    description: {
      en: "Factor 50, for the way to Ras El Bar and back.",
      ar: "معامل حماية 50، لطريق رأس البر ذهابًا وإيابًا.",
    },
    terms: lines(STOCK),
  },
  {
    ...everywhere,
    ...paused(30, 110),
    offerNumber: "150006",
    merchantId: 5,
    category: "health",
    offer: amount(30),
    title: { en: "EGP 30 off home delivery orders", ar: "خصم 30 ج.م. على طلبات التوصيل" },
    description: {
      en: "Paused while the delivery area is redrawn.",
      ar: "متوقف حتى إعادة تحديد نطاق التوصيل.",
    },
    terms: lines(fromBill(200)),
    branches: ["01000000041"],
  },
];

const BAHARY_DEALS: readonly DemoDeal[] = [
  {
    ...everywhere,
    ...live(14, 125),
    offerNumber: "160001",
    merchantId: 6,
    category: "restaurants",
    offer: percent(25),
    sortingNumber: 9,
    title: { en: "25% off the catch of the day", ar: "خصم 25% على صيد اليوم" },
    description: {
      en: "Sea bass, mullet or bream, grilled with cumin and garlic the Alexandrian way.",
      ar: "قاروص أو بوري أو دنيس، مشوي بالكمون والثوم على الطريقة الإسكندرانية.",
    },
    terms: lines(WEEKDAYS, IN_BRANCH),
  },
  {
    ...everywhere,
    ...live(37, 165),
    offerNumber: "160002",
    merchantId: 6,
    category: "restaurants",
    offer: FREE,
    title: { en: "A shrimp tagine on the house", ar: "طاجن جمبري على حسابنا" },
    description: {
      en: "Come as four or more and the tagine in the middle is ours.",
      ar: "تعالوا أربعة أو أكثر، والطاجن الذي في الوسط علينا.",
    },
    terms: lines(
      { en: "For tables of four or more.", ar: "للطاولات من أربعة أشخاص فأكثر." },
      IN_BRANCH,
      ONCE,
    ),
  },
  {
    ...everywhere,
    ...live(4, 92),
    offerNumber: "160003",
    merchantId: 6,
    category: "restaurants",
    offer: price(350),
    title: { en: "Grill for two, EGP 350", ar: "مشويات لفردين بـ 350 ج.م." },
    description: {
      en: "Kofta, shish and vegetables off the coals, with rice, bread and three salads.",
      ar: "كفتة وشيش وخضار على الفحم، مع أرز وعيش وثلاث سلطات.",
    },
    terms: lines(DAILY, ALONE),
  },
  {
    ...everywhere,
    ...live(21, 88),
    offerNumber: "160004",
    merchantId: 6,
    category: "restaurants",
    offer: multiplier(3),
    ratePlans: ["SILVER"],
    title: {
      en: "Silver nights: triple points after ten",
      ar: "ليالي الفضية: ثلاثة أضعاف النقاط بعد العاشرة",
    },
    description: {
      en: "The kitchen stays open until one, and so do your points.",
      ar: "المطبخ مفتوح حتى الواحدة، ونقاطك كذلك.",
    },
    terms: lines(IN_BRANCH, SHOW_CODE),
    branches: ["01000000051", "01000000053"],
  },
  {
    ...everywhere,
    ...ended(6, 50),
    offerNumber: "160005",
    merchantId: 6,
    category: "restaurants",
    offer: amount(75),
    title: { en: "EGP 75 off lunch in Hurghada", ar: "خصم 75 ج.م. على الغداء في الغردقة" },
    description: { en: "To celebrate our new terrace.", ar: "احتفالًا بالتراس الجديد." },
    terms: lines(fromBill(400)),
    branches: ["01000000052"],
  },
  {
    ...everywhere,
    ...draft(12, 90),
    offerNumber: "160006",
    merchantId: 6,
    category: "restaurants",
    offer: bundle(3, 1),
    title: { en: "The fourth grill platter is free", ar: "صينية المشويات الرابعة مجانًا" },
    description: { en: "For the big table on Fridays.", ar: "للطاولة الكبيرة يوم الجمعة." },
    terms: lines(IN_BRANCH),
  },
];

const RAFFOUF_DEALS: readonly DemoDeal[] = [
  {
    ...everywhere,
    ...ended(90, 60),
    offerNumber: "170001",
    merchantId: 7,
    category: "books",
    offer: percent(20),
    title: { en: "20% off novels", ar: "خصم 20% على الروايات" },
    description: { en: "Arabic and translated, old and new.", ar: "عربية ومترجمة، قديمة وجديدة." },
    terms: lines(EXCHANGE),
  },
  {
    ...everywhere,
    ...draft(60, 45),
    offerNumber: "170002",
    merchantId: 7,
    category: "books",
    offer: bundle(4, 1),
    title: { en: "Back to school: five for four", ar: "العودة إلى المدارس: خمسة بسعر أربعة" },
    description: { en: "Pens, pencils and notebooks.", ar: "أقلام وكشاكيل ودفاتر." },
    terms: lines(STOCK),
  },
];

/** Deals in every state, of every kind. Offer numbers start with 1 and the merchant's id. */
export const DEALS: readonly DemoDeal[] = [
  ...TARH_DEALS,
  ...KANAKA_DEALS,
  ...KHAYT_DEALS,
  ...NABD_DEALS,
  ...YANSOUN_DEALS,
  ...BAHARY_DEALS,
  ...RAFFOUF_DEALS,
];

/** `DiscountType` and `Discount` of the interface (rules.md §2). */
export function discountOf(offer: DemoOffer): { discountType: number; discount: number } {
  switch (offer.kind) {
    case "percent":
      return { discountType: 1, discount: offer.percent };
    case "amount":
      return { discountType: 2, discount: offer.amount };
    case "free":
      return { discountType: 3, discount: 0 };
    case "bundle":
      return { discountType: 4, discount: 0 };
    case "multiplier":
      return { discountType: 5, discount: offer.times };
    case "price":
      return { discountType: 6, discount: offer.price };
  }
}
