import { statfs } from "node:fs/promises";
import { isOfFuture, unsignedSince } from "@/lib/areas/anchors/unsigned";
import type { Unsigned } from "@/lib/log/waiting";
import type { ZoneDifference } from "@/lib/platform/database/zone-tables";
import type { Bilingual } from "@/lib/platform/language";
import { writeNumber } from "@/lib/platform/writing/numbers";
import { type DayUse, NEAR_SHARE, shareOf } from "./day-limits";
import type { EndpointTrouble } from "./endpoints";

/** A cause that an operator is told of once when it begins and once when it is over. */
export interface Trouble {
  /** Tells causes apart; the same as long as the cause lasts. */
  key: string;
  /** The cause, and what to do. */
  text: Bilingual;
}

/** Rewards end a little below their limit, where the next one does not fit. */
const REACHED_SHARE = 0.98;
const LATE_MS = 15 * 60_000;
/** A disk is nearly full when less is free than both. */
const FREE_LEAST = { share: 0.1, bytes: 20 * 1024 ** 3 };

const number = (value: number) => writeNumber(value, "en");

const OF: Readonly<Record<DayUse["of"], Bilingual>> = {
  client: { en: "API client", ar: "نظام الكاشير" },
  merchant: { en: "Merchant", ar: "التاجر" },
};
const USED: Readonly<Record<DayUse["limit"], Bilingual>> = {
  rewards: { en: "points that may be rewarded in a day", ar: "نقاط المكافآت المسموح بها في اليوم" },
  reversals: { en: "value that may be given back in a day", ar: "قيمة المرتجعات المسموح بها في اليوم" },
};

/** A day's limit that is nearly used up, and one that is. */
export function limitTroubles(use: DayUse): Trouble[] {
  const share = shareOf(use);
  const key = `${use.of} ${use.id} ${use.limit}`;
  const of = (language: "en" | "ar") =>
    `${OF[use.of][language]} ${use[language] || use.en}: ${number(use.used)} / ${number(use.max)} ${USED[use.limit][language]}`;
  const reached: Trouble[] =
    share < REACHED_SHARE
      ? []
      : [
          {
            key: `limit reached: ${key}`,
            text: {
              en: `${of("en")}. The limit is reached: tills are refused (1702, 1704) until midnight. Raise it now.`,
              ar: `${of("ar")}. تم بلوغ الحد: عمليات الكاشير مرفوضة (1702 و1704) حتى منتصف الليل. ارفع الحد الآن.`,
            },
          },
        ];
  if (share < NEAR_SHARE) return [];
  return [
    {
      key: `limit near: ${key}`,
      text: {
        en: `${of("en")}. Beyond the limit tills are refused (1702, 1704). Raise it before that.`,
        ar: `${of("ar")}. بعد هذا الحد تُرفض العمليات (1702 و1704). ارفع الحد قبل ذلك.`,
      },
    },
    ...reached,
  ];
}

/** An endpoint that is switched off, or behind. */
export function endpointTroubles({ id, host, isOff, oldest }: EndpointTrouble, now: Date): Trouble[] {
  if (isOff)
    return [
      {
        key: `endpoint off: ${id}`,
        text: {
          en: `Webhook ${id} to ${host} is switched off because of failures. Its receiver is told of nothing. Mend the receiver, then switch the webhook on under Settings, Webhooks.`,
          ar: `الـ Webhook رقم ${id} إلى ${host} متوقف بسبب تكرار الفشل، ولا يصله أي حدث. أصلح الجهة المستقبِلة ثم شغّله من الإعدادات، Webhooks.`,
        },
      },
    ];
  if (oldest === null || now.getTime() - oldest.getTime() < LATE_MS) return [];
  return [
    {
      key: `endpoint late: ${id}`,
      text: {
        en: `Webhook ${id} to ${host} is behind: its receiver does not know of events since ${clock(oldest)}. See its attempts under Settings, Webhooks.`,
        ar: `الـ Webhook رقم ${id} إلى ${host} متأخر: لم تصله الأحداث منذ ${clock(oldest)}. راجع محاولات الإرسال من الإعدادات، Webhooks.`,
      },
    },
  ];
}

/** Signing that has stopped. */
export function signingTroubles(
  unsigned: Unsigned,
  { now, everyMs }: { now: Date; everyMs: number },
): Trouble[] {
  if (isOfFuture(unsigned, now))
    return [
      {
        key: "anchor of the future",
        text: {
          en: "A clock that was ahead signed the last anchor. Run: node bin/run.mjs anchor-key show",
          ar: "آخر توقيع للسجل كان بساعة متقدمة. شغّل: node bin/run.mjs anchor-key show",
        },
      },
    ];
  const since = unsignedSince(unsigned, { at: now, everyMs });
  if (since === null) return [];
  return [
    {
      key: "signing stopped",
      text: {
        en: `The logs have not been signed since ${clock(since)}. Look for "could not be anchored" in the service's log.`,
        ar: `لم تُوقَّع السجلات منذ ${clock(since)}. ابحث عن "could not be anchored" في سجل الخدمة.`,
      },
    },
  ];
}

/** Free room of the disk that holds a folder. */
export interface Room {
  freeBytes: number;
  bytes: number;
}

export async function readRoom(folder: string): Promise<Room | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, bytes: blocks * bsize };
  } catch {
    // A folder that is not made yet.
    return null;
  }
}

export const isNearlyFull = ({ freeBytes, bytes }: Room): boolean =>
  freeBytes < FREE_LEAST.bytes && freeBytes < bytes * FREE_LEAST.share;

export function diskTroubles(folder: string, room: Room | null): Trouble[] {
  if (room === null || !isNearlyFull(room)) return [];
  const free = `${number(Math.round(room.freeBytes / 1024 ** 2))} MB`;
  return [
    {
      key: `disk: ${folder}`,
      text: {
        en: `The disk of ${folder} is nearly full: ${free} are free. Sales stop when it is full. Free room, never in pg_wal.`,
        ar: `القرص الذي عليه ${folder} يوشك على الامتلاء: المتاح ${free}. ستتوقف العمليات عند امتلائه. أخلِ مساحة، ولا تحذف شيئًا من pg_wal.`,
      },
    },
  ];
}

/** Time-zone tables of database and service that do not say the same. */
export function zoneTroubles(difference: ZoneDifference | null): Trouble[] {
  if (difference === null) return [];
  const { zone, from, database, service } = difference;
  const since = clock(new Date(from));
  const [en, ar] =
    database === null
      ? ["does not know the zone", "لا تعرف هذا التوقيت"]
      : [`says UTC${database}`, `تحسبه UTC${database}`];
  return [
    {
      key: `time zone: ${zone}`,
      text: {
        en: `The time-zone tables of database and service differ for ${zone} from ${since} on: the database ${en}, Node.js says UTC${service}. Days and months are then counted in two ways. Update PostgreSQL, its tzdata or Node.js before that day.`,
        ar: `جداول التوقيت مختلفة للتوقيت ${zone} ابتداءً من ${since}: قاعدة البيانات ${ar}، وNode.js يحسبه UTC${service}، فتختلف حدود الأيام والشهور. حدّث PostgreSQL أو tzdata أو Node.js قبل هذا اليوم.`,
      },
    },
  ];
}

/** `2027-03-01 14:05 UTC`. */
const clock = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
