import { CircleCheck, CircleSlash, Clock, Ticket } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/badge";
import type { ShownCoupon } from "@/lib/areas/coupons/schemas";

const LOOKS = {
  issued: { tone: "success", icon: Ticket },
  used: { tone: "neutral", icon: CircleCheck },
  lapsed: { tone: "warning", icon: Clock },
  void: { tone: "neutral", icon: CircleSlash },
} as const;

/** How a coupon stands, by icon and word. */
export function CouponStatus({ standing }: Pick<ShownCoupon, "standing">) {
  const t = useTranslations("coupons.words.standings");
  return <Status {...LOOKS[standing]}>{t(standing)}</Status>;
}
