import { acts, agreed, OFFERS, OPERATORS, offersAlone } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "promotion.read": { may: OFFERS, gives: "sight", event: null, security: null },
  // A draft gives nothing.
  "promotion.create": { may: OFFERS, gives: "nothing", event: null, security: null },
  "promotion.update": {
    may: OFFERS,
    gives: offersAlone(
      "the budget of a published promotion, where its rule or budget changes",
      "ميزانية الحملة المنشورة، عند تغيير قاعدتها أو ميزانيتها",
    ),
    event: null,
    security: null,
  },
  "promotion.change_state": {
    may: OFFERS,
    gives: offersAlone("the budget of a promotion that is published", "ميزانية الحملة عند نشرها"),
    event: null,
    security: null,
  },
  // A rule of the programme: of all merchants' promotions.
  "promotion.set_stacking": {
    may: OPERATORS,
    gives: agreed("promotions that add up from now on", "جمع الحملات على الفاتورة الواحدة"),
    event: null,
    security: null,
  },
});
