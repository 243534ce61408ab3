import type { Bilingual } from "@/lib/platform/language";

export interface DemoBranch {
  /** As people write it; the number is kept as E.164. */
  msisdn: string;
  name: Bilingual;
  address: Bilingual;
  phone: string | null;
  /** Latitude and longitude in degrees; null for a branch that stands nowhere for long. */
  place: readonly [latitude: number, longitude: number] | null;
  isActive: boolean;
  /** How busy it is beside the others. */
  weight: number;
}

export interface DemoMerchant {
  id: number;
  name: Bilingual;
  refundWindowDays: number;
  returnWindowDays: number;
  refundSameBranchOnly: boolean;
  isActive: boolean;
  /** Whole currency units of a common bill and of a large one. */
  bill: readonly [usual: number, large: number];
  branches: readonly DemoBranch[];
}

const active = { isActive: true, weight: 2 } as const;

/**
 * Businesses that do not exist, in streets that do. The mobile numbers of 01000000001, 01000000002, 01000000003 (inactive)
 * and 01000000011, and to whom they belong, are fixed: documentation, examples and tests rely on them.
 */
export const MERCHANTS: readonly DemoMerchant[] = [
  {
    id: 1,
    name: { en: "Tarh Markets", ar: "أسواق طرح" },
    refundWindowDays: 90,
    returnWindowDays: 90,
    refundSameBranchOnly: false,
    isActive: true,
    bill: [280, 900],
    branches: [
      {
        ...active,
        msisdn: "01000000001",
        name: { en: "Nasr City", ar: "مدينة نصر" },
        address: {
          en: "52 Abbas El Akkad Street, Nasr City, Cairo",
          ar: "٥٢ شارع عباس العقاد، مدينة نصر، القاهرة",
        },
        phone: "0220000101",
        place: [30.0586, 31.3367],
        weight: 6,
      },
      {
        ...active,
        msisdn: "01000000002",
        name: { en: "Maadi", ar: "المعادي" },
        address: { en: "84 Road 9, Maadi, Cairo", ar: "٨٤ شارع ٩، المعادي، القاهرة" },
        phone: "0220000102",
        place: [29.9602, 31.2569],
        weight: 4,
      },
      {
        msisdn: "01000000003",
        name: { en: "Shubra (closed for renovation)", ar: "شبرا (مغلق للتجديد)" },
        address: { en: "190 Shubra Street, Shubra, Cairo", ar: "١٩٠ شارع شبرا، شبرا، القاهرة" },
        phone: null,
        place: [30.0808, 31.2453],
        isActive: false,
        weight: 0,
      },
      {
        ...active,
        msisdn: "01000000004",
        name: { en: "Smouha", ar: "سموحة" },
        address: {
          en: "17 Victor Emmanuel Square, Smouha, Alexandria",
          ar: "١٧ ميدان فيكتور عمانويل، سموحة، الإسكندرية",
        },
        phone: "0330000104",
        place: [31.2156, 29.9486],
        weight: 3,
      },
      {
        ...active,
        msisdn: "01000000005",
        name: { en: "Tanta", ar: "طنطا" },
        address: { en: "33 El Geish Street, Tanta, Gharbia", ar: "٣٣ شارع الجيش، طنطا، الغربية" },
        phone: "0400000105",
        place: [30.7885, 31.0019],
      },
    ],
  },
  {
    id: 2,
    name: { en: "Kanaka 26", ar: "كنكة ٢٦" },
    refundWindowDays: 30,
    returnWindowDays: 30,
    refundSameBranchOnly: true,
    isActive: true,
    bill: [95, 260],
    branches: [
      {
        ...active,
        msisdn: "01000000011",
        name: { en: "Zamalek", ar: "الزمالك" },
        address: { en: "140 26th of July Street, Zamalek, Cairo", ar: "١٤٠ شارع ٢٦ يوليو، الزمالك، القاهرة" },
        phone: "0220000111",
        place: [30.0626, 31.222],
        weight: 4,
      },
      {
        ...active,
        msisdn: "01000000012",
        name: { en: "Fifth Settlement", ar: "التجمع الخامس" },
        address: {
          en: "South 90th Street, Fifth Settlement, New Cairo",
          ar: "شارع التسعين الجنوبي، التجمع الخامس، القاهرة الجديدة",
        },
        phone: "0220000112",
        place: [30.0215, 31.434],
        weight: 3,
      },
      {
        ...active,
        msisdn: "01000000013",
        name: { en: "Mansoura", ar: "المنصورة" },
        address: {
          en: "61 El Gomhoria Street, Mansoura, Dakahlia",
          ar: "٦١ شارع الجمهورية، المنصورة، الدقهلية",
        },
        phone: "0500000113",
        place: [31.0425, 31.3807],
      },
      {
        ...active,
        msisdn: "01000000014",
        name: { en: "Coffee truck", ar: "عربة القهوة المتنقلة" },
        address: { en: "Follow us for this week's stop", ar: "تابعنا لمعرفة محطة هذا الأسبوع" },
        phone: null,
        place: null,
        weight: 1,
      },
    ],
  },
  {
    id: 3,
    name: { en: "Khayt & Noul", ar: "خيط ونول" },
    refundWindowDays: 14,
    returnWindowDays: 14,
    refundSameBranchOnly: false,
    isActive: true,
    bill: [650, 2_400],
    branches: [
      {
        ...active,
        msisdn: "01000000021",
        name: { en: "Talaat Harb", ar: "طلعت حرب" },
        address: { en: "19 Talaat Harb Street, Downtown, Cairo", ar: "١٩ شارع طلعت حرب، وسط البلد، القاهرة" },
        phone: "0220000121",
        place: [30.0489, 31.2397],
        weight: 3,
      },
      {
        ...active,
        msisdn: "01000000022",
        name: { en: "Korba", ar: "الكوربة" },
        address: {
          en: "8 Baghdad Street, Korba, Heliopolis, Cairo",
          ar: "٨ شارع بغداد، الكوربة، مصر الجديدة، القاهرة",
        },
        phone: "0220000122",
        place: [30.0917, 31.3227],
      },
      {
        ...active,
        msisdn: "01000000023",
        name: { en: "Luxor", ar: "الأقصر" },
        address: { en: "Khaled Ibn El Walid Street, Luxor", ar: "شارع خالد بن الوليد، الأقصر" },
        phone: "0950000123",
        place: [25.6844, 32.6325],
        weight: 1,
      },
    ],
  },
  {
    id: 4,
    name: { en: "Nabd Electronics", ar: "نبض للإلكترونيات" },
    refundWindowDays: 90,
    returnWindowDays: 90,
    refundSameBranchOnly: false,
    isActive: true,
    bill: [2_200, 19_000],
    branches: [
      {
        ...active,
        msisdn: "01000000031",
        name: { en: "Mohandessin", ar: "المهندسين" },
        address: {
          en: "45 Gameat El Dowal El Arabeya Street, Mohandessin, Giza",
          ar: "٤٥ شارع جامعة الدول العربية، المهندسين، الجيزة",
        },
        phone: "0220000131",
        place: [30.0511, 31.2019],
        weight: 3,
      },
      {
        ...active,
        msisdn: "01000000032",
        name: { en: "Fouad Street", ar: "شارع فؤاد" },
        address: {
          en: "27 Fouad Street, Raml Station, Alexandria",
          ar: "٢٧ شارع فؤاد، محطة الرمل، الإسكندرية",
        },
        phone: "0330000132",
        place: [31.1976, 29.907],
      },
      {
        ...active,
        msisdn: "01000000033",
        name: { en: "Assiut", ar: "أسيوط" },
        address: { en: "12 El Gomhoria Street, Assiut", ar: "١٢ شارع الجمهورية، أسيوط" },
        phone: "0880000133",
        place: [27.1809, 31.1837],
        weight: 1,
      },
    ],
  },
  {
    id: 5,
    name: { en: "Yansoun Pharmacies", ar: "صيدليات يانسون" },
    refundWindowDays: 14,
    returnWindowDays: 14,
    refundSameBranchOnly: false,
    isActive: true,
    bill: [190, 720],
    branches: [
      {
        ...active,
        msisdn: "01000000041",
        name: { en: "6th of October", ar: "السادس من أكتوبر" },
        address: {
          en: "Central Axis, 6th of October City, Giza",
          ar: "المحور المركزي، مدينة السادس من أكتوبر، الجيزة",
        },
        phone: "0220000141",
        place: [29.9722, 30.9437],
        weight: 3,
      },
      {
        ...active,
        msisdn: "01000000042",
        name: { en: "Ismailia", ar: "الإسماعيلية" },
        address: { en: "20 Sultan Hussein Street, Ismailia", ar: "٢٠ شارع السلطان حسين، الإسماعيلية" },
        phone: "0640000142",
        place: [30.5956, 32.2715],
      },
      {
        ...active,
        msisdn: "01000000043",
        name: { en: "Zagazig", ar: "الزقازيق" },
        address: {
          en: "5 Saad Zaghloul Street, Zagazig, Sharqia",
          ar: "٥ شارع سعد زغلول، الزقازيق، الشرقية",
        },
        phone: "0550000143",
        place: [30.5877, 31.502],
      },
    ],
  },
  {
    id: 6,
    name: { en: "Sofret Bahary", ar: "سفرة بحري" },
    refundWindowDays: 7,
    returnWindowDays: 7,
    refundSameBranchOnly: true,
    isActive: true,
    bill: [480, 1_600],
    branches: [
      {
        ...active,
        msisdn: "01000000051",
        name: { en: "Bahary", ar: "بحري" },
        address: {
          en: "11 Ras El Tin Street, Bahary, Alexandria",
          ar: "١١ شارع رأس التين، بحري، الإسكندرية",
        },
        phone: "0330000151",
        place: [31.2065, 29.883],
        weight: 3,
      },
      {
        ...active,
        msisdn: "01000000052",
        name: { en: "Hurghada", ar: "الغردقة" },
        address: {
          en: "El Mamsha Promenade, Hurghada, Red Sea",
          ar: "الممشى السياحي، الغردقة، البحر الأحمر",
        },
        phone: "0650000152",
        place: [27.1935, 33.844],
      },
      {
        ...active,
        msisdn: "01000000053",
        name: { en: "Port Said", ar: "بورسعيد" },
        address: { en: "Palestine Street, El Sharq, Port Said", ar: "شارع فلسطين، حي الشرق، بورسعيد" },
        phone: "0660000153",
        place: [31.2625, 32.3071],
      },
    ],
  },
  {
    id: 7,
    name: { en: "Raffouf Books", ar: "مكتبات رفوف" },
    refundWindowDays: 30,
    returnWindowDays: 30,
    refundSameBranchOnly: false,
    isActive: false,
    bill: [240, 700],
    branches: [
      {
        msisdn: "01000000061",
        name: { en: "Dokki", ar: "الدقي" },
        address: { en: "30 Mesaha Street, Dokki, Giza", ar: "٣٠ شارع المساحة، الدقي، الجيزة" },
        phone: "0220000161",
        place: [30.0382, 31.2118],
        isActive: false,
        weight: 0,
      },
    ],
  },
];
