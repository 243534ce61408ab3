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
      "the worth of all coupons that are on offer, where it or their number is raised; another text that customers read takes two people",
      "قيمة كل الكوبونات المعروضة، عند زيادة القيمة أو العدد؛ تغيير النص الذي يقرأه العملاء يحتاج إلى شخصين",
    ),
    event: null,
    security: null,
  },
  "coupon_template.change_state": {
    may: OFFERS,
    gives: offersAlone(
      "the worth of all coupons, less the points that they cost",
      "قيمة كل الكوبونات بعد خصم النقاط التي تُشترى بها",
    ),
    event: null,
    security: null,
  },
  // Many at once, by hand or by a file.
  "coupon_issue.create": {
    may: ADMINS,
    gives: alone("the worth of all coupons of the list", "قيمة كل كوبونات القائمة"),
    event: null,
    security: null,
  },
  "coupon_issue.stop": { may: ADMINS, gives: "nothing", event: null, security: null },
  "coupon_issue.take_back": { may: ADMINS, gives: "nothing", event: null, security: null },
});
