import { ADMINS, acts, agreed, alone, DESK, EVERYBODY, limited, OPERATORS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "wallet.read": { may: DESK, gives: "sight", event: null, security: null },
  "wallet.enrol": { may: EVERYBODY, gives: "nothing", event: "wallet.created", security: null },
  "wallet.update": {
    may: DESK,
    gives: agreed("another mobile number of the customer", "رقم موبايل آخر للعميل"),
    event: "wallet.updated",
    security: null,
  },
  "wallet.set_status": { may: ADMINS, gives: "nothing", event: "wallet.status_changed", security: null },
  // A closed wallet is opened again only to mend a mistake.
  "wallet.reopen": { may: OPERATORS, gives: "nothing", event: "wallet.status_changed", security: null },
  "wallet.set_pin": {
    may: ADMINS,
    gives: alone("the customer's balance", "رصيد العميل"),
    event: "wallet.updated",
    security: "noted",
  },
  "wallet.clear_pin": {
    may: ADMINS,
    gives: alone("the customer's balance", "رصيد العميل"),
    event: "wallet.updated",
    security: "noted",
  },
  // By the customer, on the display of a till.
  "wallet.choose_pin": {
    may: EVERYBODY,
    gives: limited(
      "what is paid with the PIN until it proves who pays",
      "ما يُدفع بالرقم السري حتى يثبت من يدفع",
    ),
    event: "wallet.updated",
    security: null,
  },
  // The customer is there, and agrees.
  "wallet.join": {
    may: EVERYBODY,
    gives: limited(
      "the wallet's balance, which can be spent from then on",
      "رصيد الحساب الذي يمكن صرفه من وقتها",
    ),
    event: "wallet.updated",
    security: null,
  },
  "wallet.set_segment": {
    may: ADMINS,
    gives: alone(
      "the customer's balance, where the tier is a higher one",
      "رصيد العميل عند نقله إلى مستوى أعلى",
    ),
    event: "wallet.segment_changed",
    security: null,
  },
  "wallet.adjust": { may: ADMINS, gives: alone("the points", "النقاط"), event: null, security: null },
  // These are the second person.
  "wallet.approve_adjustment": {
    on: ["adjustment"],
    may: ADMINS,
    gives: "nothing",
    event: null,
    security: null,
  },
  "wallet.merge": {
    may: ADMINS,
    gives: alone("the points that move", "النقاط المنقولة"),
    event: "wallet.merged",
    security: null,
  },
  // Decides whose points a customer spends; a second person approves.
  "wallet.join_family": {
    may: DESK,
    gives: agreed(
      "the parent's points, which another person may spend",
      "نقاط الحساب الرئيسي التي يصرفها شخص آخر",
    ),
    event: "wallet.updated",
    security: null,
  },
  "wallet.leave_family": { may: DESK, gives: "nothing", event: "wallet.updated", security: null },
  "wallet.set_allowance": {
    may: DESK,
    gives: agreed("a higher allowance", "زيادة الحصة"),
    event: "wallet.updated",
    security: null,
  },
  "wallet.set_type": { may: ADMINS, gives: "nothing", event: "wallet.updated", security: null },
  // Said by the customer, to whoever they ask.
  "wallet.withdraw_consent": { may: DESK, gives: "nothing", event: "wallet.updated", security: null },
  // Everything that is held about one customer.
  "wallet.read_file": { may: OPERATORS, gives: "sight", event: null, security: null },
  // Erasing is final.
  "wallet.erase": { may: OPERATORS, gives: "nothing", event: "wallet.updated", security: null },
  // Points go back to the wallet that they were held in.
  "wallet.release_hold": { may: DESK, gives: "nothing", event: null, security: null },
  // Many wallets at once, and what is known of many customers at once.
  "wallet.import": {
    on: ["wallet", "import"],
    may: ADMINS,
    gives: alone(
      "the points of the file, and those of customers whom it joins",
      "نقاط الملف ونقاط العملاء الذين يشتركون به",
    ),
    event: null,
    security: null,
  },
  "wallet.join_many": {
    may: ADMINS,
    gives: alone("the balances of these customers", "أرصدة هؤلاء العملاء"),
    event: "wallet.updated",
    security: null,
  },
  "wallet.export": { may: ADMINS, gives: "sight", event: null, security: "noted" },
});
