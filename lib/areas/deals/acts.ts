import { acts, agreed, OFFERS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "deal.read": { may: OFFERS, gives: "sight", event: null, security: null },
  "deal.create": {
    may: OFFERS,
    gives: agreed("a deal that multiplies points, once it is published", "عرض يضاعف النقاط، عند نشره"),
    event: "deal.created",
    security: null,
  },
  "deal.update": {
    may: OFFERS,
    gives: agreed("a published deal that multiplies points", "عرض منشور يضاعف النقاط"),
    event: "deal.updated",
    security: null,
  },
  "deal.change_state": {
    may: OFFERS,
    gives: agreed("a deal that multiplies points, once it is published", "عرض يضاعف النقاط، عند نشره"),
    event: "deal.state_changed",
    security: null,
  },
  "deal.duplicate": { may: OFFERS, gives: "nothing", event: "deal.created", security: null },
  "deal.order": { may: OFFERS, gives: "nothing", event: null, security: null },
  "deal.delete": { may: OFFERS, gives: "nothing", event: "deal.deleted", security: null },
  "deal.export": { may: OFFERS, gives: "sight", event: null, security: null },
  "image.store": { may: OFFERS, gives: "nothing", event: null, security: null },
});
