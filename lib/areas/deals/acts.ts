import { acts, agreed, OFFERS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "deal.read": { may: OFFERS, gives: "sight", event: null, security: null },
  "deal.create": {
    may: OFFERS,
    gives: agreed(
      "a deal once it is published: every customer may use it, and nothing bounds how often",
      "العرض عند نشره: يستخدمه كل العملاء بلا حد",
    ),
    event: "deal.created",
    security: null,
  },
  "deal.update": {
    may: OFFERS,
    gives: agreed(
      "more of a published deal: another discount, a later end, other branches; and another text that customers read",
      "زيادة في عرض منشور: خصم آخر أو نهاية أبعد أو فروع أخرى، وتغيير النص الذي يقرأه العملاء",
    ),
    event: "deal.updated",
    security: null,
  },
  "deal.change_state": {
    may: OFFERS,
    gives: agreed(
      "a deal once it is published: every customer may use it, and nothing bounds how often",
      "العرض عند نشره: يستخدمه كل العملاء بلا حد",
    ),
    event: "deal.state_changed",
    security: null,
  },
  "deal.duplicate": { may: OFFERS, gives: "nothing", event: "deal.created", security: null },
  "deal.order": { may: OFFERS, gives: "nothing", event: null, security: null },
  "deal.delete": { may: OFFERS, gives: "nothing", event: "deal.deleted", security: null },
  "deal.export": { may: OFFERS, gives: "sight", event: null, security: null },
  "image.store": { may: OFFERS, gives: "nothing", event: null, security: null },
});
