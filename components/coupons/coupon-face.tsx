import { CircleCheck, CircleSlash, Clock, Ticket } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/badge";
import { Code } from "@/components/ui/format";
import { QrCode } from "@/components/ui/qr-code";
import type { ShownCoupon } from "@/lib/areas/coupons/schemas";
import { printedCouponNumber } from "@/lib/platform/coupon-number";

/** A coupon to be scanned from the screen or printed. */
export function CouponFace({ number, title }: { number: string; title: string }) {
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <bdi className="font-semibold text-lg">{title}</bdi>
      <QrCode text={number} label={number} className="size-40" />
      <Code className="font-semibold text-lg">{printedCouponNumber(number)}</Code>
    </div>
  );
}

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
