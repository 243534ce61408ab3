import { acts, agreed, CHOOSERS, OPERATORS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "programme.read": { may: CHOOSERS, gives: "sight", event: null, security: null },
  "programme.update": {
    may: OPERATORS,
    gives: agreed(
      "a setting that lets people give, take or see more",
      "إعداد يسمح بمنح أكثر أو سحب أكثر أو عرض أكثر",
    ),
    event: null,
    security: null,
  },
  "programme.publish_consent": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "programme.put_clock_right": {
    may: OPERATORS,
    gives: agreed("points that come back, and seals that are accepted", "نقاط تعود وأختام تُقبل"),
    event: null,
    security: null,
  },
  "programme.first_hour": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "programme.set_up": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "segment.create": {
    may: OPERATORS,
    gives: agreed("rates of a new tier", "معدلات مستوى جديد"),
    event: null,
    security: null,
  },
  "segment.update": {
    may: OPERATORS,
    gives: agreed("another rate, bonus or threshold", "تغيير المعدل أو المكافأة أو الحد الأدنى"),
    event: null,
    security: null,
  },
});
