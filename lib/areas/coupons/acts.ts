import { ADMINS, acts, alone, EVERYBODY, limited, OFFERS, offersAlone } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "coupon.read": { may: OFFERS, gives: "sight", event: null, security: null },
  "coupon.issue": {
    may: ADMINS,
    gives: alone("the worth of the coupon", "قيمة الكوبون"),
    event: "coupon.issued",
    security: null,
  },
  "coupon.redeem": {
    may: EVERYBODY,
    gives: limited("the worth of the coupon", "قيمة الكوبون"),
    event: "coupon.used",
    security: null,
  },
  "coupon.reopen": {
    may: EVERYBODY,
    gives: limited("the worth of the coupon", "قيمة الكوبون"),
    event: "coupon.reopened",
    security: null,
  },
  "coupon.void": { may: ADMINS, gives: "nothing", event: "coupon.voided", security: null },
  "coupon_template.create": { may: OFFERS, gives: "nothing", event: null, security: null },
  "coupon_template.update": {
    may: OFFERS,
    gives: offersAlone(
      "the amount of all coupons that are on offer, where it or their number is raised; another discount than an amount has no bound, and another text that customers read takes two people",
      "مبلغ كل الكوبونات المعروضة، عند زيادته أو زيادة العدد؛ أي خصم ليس مبلغًا محددًا لا حد له، وتغيير النص الذي يقرأه العملاء يحتاج إلى شخصين",
    ),
    event: null,
    security: null,
  },
  "coupon_template.change_state": {
    may: OFFERS,
    gives: offersAlone(
      "the amount of all coupons, less the points that they cost; another discount than an amount has no bound",
      "مبلغ كل الكوبونات بعد خصم النقاط التي تُشترى بها؛ أي خصم ليس مبلغًا محددًا لا حد له",
    ),
    event: null,
    security: null,
  },
  // Many at once, by hand or by a file.
  "coupon_issue.create": {
    may: ADMINS,
    gives: alone(
      "the amount of all coupons of the list; another discount than an amount has no bound",
      "مبلغ كل كوبونات القائمة؛ أي خصم ليس مبلغًا محددًا لا حد له",
    ),
    event: null,
    security: null,
  },
  "coupon_issue.stop": { may: ADMINS, gives: "nothing", event: null, security: null },
  "coupon_issue.take_back": { may: ADMINS, gives: "nothing", event: null, security: null },
});
