"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { Code, DateTime, Day, Money, Points } from "@/components/ui/format";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { EntryDetails } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/rules/types";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { isRefunded, isReturned } from "./entry-marks";
import { EntryActor } from "./entry-parts";

const CHANNELS = Object.keys(CHANNEL) as (keyof typeof CHANNEL)[];

/** Everything that is known of an entry, by name and value. Fields without a value are left out. */
export function EntryFacts({ details }: { details: EntryDetails }) {
  return (
    <div className="grid gap-5">
      <PointsFacts entry={details.entry} />
      <RecordFacts {...details} />
    </div>
  );
}

/** Points and money of the entry, and until when they can be given back. */
function PointsFacts({ entry }: Pick<EntryDetails, "entry">) {
  const t = useTranslations("entries.drawer");
  const amounts = useAmounts();
  const { value, factor, referralPoints, suspendedPoints, aside, remainingPoints } = entry;
  const isLeft = remainingPoints > 0 && (isRefunded(entry) || entry.refundableUntil !== null);
  const isReward = entry.logTypeId === LOG_TYPE.reward && movedPoints(entry) > 0;
  const left = (
    <>
      <Points value={remainingPoints} /> (<Money value={entry.remainingValue} />)
    </>
  );
  const rate = () => t("rateOf", { points: amounts.points(Number(factor)), money: amounts.money(1) });
  const day = (date: string | null) => date !== null && <Day value={date} />;
  return (
    <dl className={LIST}>
      <Fact name={t("balanceAfter")} value={<Points value={entry.balanceAfter} />} />
      <Fact name={t("value")} value={value !== 0 && <Money value={value} />} />
      <Fact name={t("rate")} value={value !== 0 && rate()} />
      <Fact
        name={t("referralBonus")}
        value={referralPoints > 0 && <Points value={referralPoints} isSigned />}
      />
      <Fact
        name={t("suspended")}
        value={suspendedPoints !== 0 && <Points value={suspendedPoints} isSigned />}
      />
      <Fact name={t("usableFrom")} value={aside?.kind === "pending" && day(aside.usableFrom)} />
      {aside?.kind === "hold" && (
        <Fact name={t(`hold.${aside.state}`)} value={<DateTime value={aside.until} />} />
      )}
      <Fact
        name={t("expires")}
        value={isReward && entry.points > 0 && (day(entry.expiresOn) || t("neverExpires"))}
      />
      <Fact name={t("leftToRefund")} value={isLeft && left} />
      <Fact name={t("leftToReturn")} value={remainingPoints > 0 && isReturned(entry) && left} />
      <Fact name={t("returnableUntil")} value={day(entry.returnableUntil)} />
      <Fact name={t("refundableUntil")} value={day(entry.refundableUntil)} />
      <Fact name={t("cancellableUntil")} value={day(entry.cancellableUntil)} />
    </dl>
  );
}

/** Time, place, person and numbers of the entry. */
function RecordFacts({ entry, member, coupon }: EntryDetails) {
  const t = useTranslations("entries");
  const nameOf = useNameOf();
  const inLanguage = useInLanguage();
  const { branch, by, comment, invoiceDate } = entry;
  const channel = CHANNELS.find((name) => CHANNEL[name] === entry.channelId);
  const code = (text: string | number | null | undefined) => text && <Code>{String(text)}</Code>;
  const issued = coupon && (
    <>
      <bdi>{inLanguage(coupon.title)}</bdi> {code(printedCouponNumber(coupon.number))}
    </>
  );
  const wallet = (
    <Link
      href={`/wallets/${entry.wallet.id}`}
      className="font-medium text-accent underline underline-offset-4"
    >
      {code(entry.wallet.walletCode)}
    </Link>
  );
  return (
    <dl className={LIST}>
      <Fact name={t("drawer.coupon")} value={issued} />
      <Fact name={t("drawer.member")} value={code(member)} />
      <Fact
        name={t("drawer.approvedBy")}
        value={entry.approvedBy !== null && <bdi>{entry.approvedBy}</bdi>}
      />
      <Fact name={t("drawer.repeats")} value={code(entry.repeatsEntryId)} />
      <Fact name={t("drawer.when")} value={<DateTime value={entry.createdAt} />} />
      <Fact name={t("drawer.branch")} value={branch && <bdi>{nameOf(branch)}</bdi>} />
      <Fact name={t("drawer.by")} value={<EntryActor by={by} />} />
      <Fact name={t("drawer.channel")} value={channel !== undefined && t(`channels.${channel}`)} />
      <Fact name={t("drawer.wallet")} value={wallet} />
      {/* The portal's own references are for machines: people name the receipt. */}
      <Fact name={t("drawer.reference")} value={by.kind !== "portal" && code(entry.reference)} />
      <Fact name={t("drawer.invoice")} value={code(entry.invoiceNumber)} />
      <Fact name={t("drawer.invoiceDate")} value={invoiceDate !== null && <DateTime value={invoiceDate} />} />
      <Fact name={t("drawer.sku")} value={code(entry.skuId)} />
      <Fact name={t("drawer.comment")} value={comment && <span dir="auto">{comment}</span>} />
    </dl>
  );
}

const LIST = "divide-y divide-line rounded-xl border border-line px-4";

/** Nothing where there is no value. */
function Fact({ name, value }: { name: string; value: ReactNode }) {
  return value ? (
    <div className="flex items-start justify-between gap-6 py-2">
      <dt className="shrink-0 pt-0.5 text-ink-soft text-sm">{name}</dt>
      <dd className="min-w-0 text-end">{value}</dd>
    </div>
  ) : null;
}
