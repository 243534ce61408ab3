import { Code } from "@/components/ui/format";
import { QrCode } from "@/components/ui/qr-code";
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
