import { serviceOffsetMs } from "@/components/kit/service-clock";
import type { Bilingual } from "@/lib/platform/language";
import type { OperationRecord } from "./record";

const MINUTE_MS = 60_000;
/** A sale is told later than this to nobody (rules.md §3). */
const AGE_MS_MAX = 90 * 24 * 60 * MINUTE_MS;

/**
 * How long ago a kept sale was made, in milliseconds, whatever the device's clock said: the service's offset was noted with the sale, and is
 * known now. Texts that name both times where no clock can have been right.
 */
export function ageOfSale(
  { createdAt, clockOffsetMs = null }: Pick<OperationRecord, "createdAt" | "clockOffsetMs">,
  nowMs: number,
): { ageMs: number } | { fault: Bilingual } {
  const now = wrongBy(serviceOffsetMs());
  const then = wrongBy(clockOffsetMs);
  const soldMs = Date.parse(createdAt) + (then ?? now ?? 0);
  const serviceMs = nowMs + (now ?? then ?? 0);
  const ageMs = serviceMs - soldMs;
  // A record without a readable time is a sale of now.
  if (Number.isNaN(ageMs)) return { ageMs: 0 };
  if (ageMs > -MINUTE_MS && ageMs < AGE_MS_MAX) return { ageMs: Math.max(0, Math.round(ageMs)) };
  const [sold, said] = [clockText(Date.parse(createdAt)), clockText(serviceMs)];
  return {
    fault: {
      en: `The clock of this device is wrong: the sale is dated ${sold}, and the time is ${said}. Set the clock, then enter the sale again`,
      ar: `ساعة هذا الجهاز غير صحيحة: تاريخ العملية \u2066${sold}\u2069 والوقت الآن \u2066${said}\u2069. اضبط الساعة ثم أدخل العملية مرة أخرى`,
    },
  };
}

/** The service tells its time to the second: a smaller difference is none. */
function wrongBy(offsetMs: number | null): number | null {
  return offsetMs === null || Math.abs(offsetMs) >= MINUTE_MS ? offsetMs : 0;
}

/** Day and time as the device's zone has them, in digits that mean the same in each language. */
function clockText(atMs: number): string {
  const date = new Date(atMs);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
