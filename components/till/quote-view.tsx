"use client";

import { useTranslations } from "next-intl";
import { LimitFacts } from "@/components/approvals/limit-facts";
import { ActedLines } from "@/components/entries/acted-lines";
import { BillLines } from "@/components/entries/bill-lines";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { cx } from "@/components/ui/cx";
import { Fact } from "@/components/ui/fact";
import { Day, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { PassedLimit, Quote } from "@/lib/areas/till/schemas";
import { isHeld } from "@/lib/areas/till/words";
import type { ServeDraft } from "./serve-draft";

interface QuoteViewProps {
  quote: Quote | null;
  mode: ServeDraft["mode"];
  isWaiting: boolean;
  hasPin: boolean;
}

/** Outcome, or refusal, by the server's rules. */
export function QuoteView({ quote, mode, isWaiting, hasPin }: QuoteViewProps) {
  const t = useTranslations("till.quote");
  return (
    <div
      role="status"
      aria-label={t("title")}
      aria-busy={isWaiting}
      className="min-h-20 low:min-h-12 sm:min-h-28 short:min-h-16"
    >
      <div className={cx("transition-opacity", isWaiting && "opacity-60")}>
        {quote === null ? (
          <p className="text-ink-soft">{t(mode === "reward" ? "waiting" : "waitingRedeem")}</p>
        ) : quote.outcome === "possible" ? (
          <Possible quote={quote} mode={mode} />
        ) : quote.outcome === "approval" ? (
          <Notice kind="warning">
            <p className="font-medium">{t(isHeld(quote.limits) ? "review" : "approval")}</p>
            <LimitFacts limits={quote.limits} />
          </Notice>
        ) : (
          <Refused quote={quote} hasPin={hasPin} />
        )}
      </div>
    </div>
  );
}

type Outcome<Name extends Quote["outcome"]> = Extract<Quote, { outcome: Name }>;

function Possible({ quote, mode }: { quote: Outcome<"possible">; mode: ServeDraft["mode"] }) {
  const t = useTranslations("till.quote");
  const nameOf = useNameOf();
  const amounts = useAmounts();
  const { points, paidWithPoints = 0, promotions, expiresOn, usableFrom, referralPoints } = quote;
  const { reachesSegment, repeatsEntryId, sameJustNowAt } = quote;
  const large = { isBare: true, className: "font-semibold text-3xl short:text-2xl cramped:text-2xl" };
  return (
    <>
      {quote.bill && <BillLines bill={quote.bill} className="mb-3 max-sm:[&>div:not(:last-child)]:hidden" />}
      <dl className="grid grid-cols-2 gap-4">
        <Fact name={t(mode === "reward" ? "rewardPoints" : "redeemPoints")}>
          <Points value={points} isSigned {...large} />
        </Fact>
        <Fact name={t("balanceAfter")}>
          <Points value={quote.balanceAfter} {...large} />
        </Fact>
      </dl>
      <ActedLines {...{ promotions, points, referralPoints }} className="mt-3 text-success-soft-ink" />
      <div className="mt-2 text-ink-soft text-sm">
        {usableFrom !== null && (
          <p className="font-medium text-ink">
            {t("pending")} <Day value={usableFrom} />
          </p>
        )}
        {paidWithPoints > 0 && !quote.bill && (
          <p className="font-medium text-ink">
            {t("paidWithPoints", { money: amounts.money(paidWithPoints) })}
          </p>
        )}
        {referralPoints > 0 && <p>{t("referralBonus", { points: amounts.points(referralPoints) })}</p>}
        {expiresOn !== null && (
          <p>
            {t("expiresOn")} <Day value={expiresOn} />
          </p>
        )}
        {quote.isPinRequired && <p>{t("pin")}</p>}
      </div>
      {reachesSegment && (
        <Notice kind="success" className="mt-3">
          {t("reaches", { tier: nameOf(reachesSegment) })}
        </Notice>
      )}
      {repeatsEntryId !== null && (
        <Notice kind="warning" className="mt-3">
          {t("repeated", { number: String(repeatsEntryId) })}
        </Notice>
      )}
      {sameJustNowAt !== null && (
        <Notice kind="warning" className="mt-3">
          {t("sameJustNow", { time: amounts.time(sameJustNowAt) })}
        </Notice>
      )}
    </>
  );
}

/** Codes of the interface whose words a cashier can do nothing with. */
const NO_APPROVAL = "1307";
/** Sentences of what is left where another bound than the wallet's is passed. */
const WITHOUT_PIN: Partial<Record<PassedLimit["limit"], "noPinPerson" | "noPinBranch" | "noPinTill">> = {
  personUnprovedValueMax: "noPinPerson",
  branchUnprovedValueMax: "noPinBranch",
  tillUnprovedValueMax: "noPinTill",
};

function Refused({
  quote: { refusal, shortfall, limits },
  hasPin,
}: {
  quote: Outcome<"refused">;
  hasPin: boolean;
}) {
  const t = useTranslations("till.quote");
  const inLanguage = useInLanguage();
  const amounts = useAmounts();
  const [unproved] = limits;
  if (refusal.code === NO_APPROVAL && unproved !== undefined) {
    const whose = WITHOUT_PIN[unproved.limit] ?? (hasPin ? "chosenPin" : "noPin");
    return <Notice kind="danger">{t(whose, { money: amounts.money(unproved.available) })}</Notice>;
  }
  return (
    <Notice kind="danger">
      <p className="font-medium">{inLanguage(refusal.message)}</p>
      <LimitFacts limits={limits} />
      {shortfall && (
        <p>
          {t("shortfall", {
            required: amounts.points(shortfall.required),
            available: amounts.points(shortfall.available),
            missing: amounts.points(shortfall.missing),
          })}
        </p>
      )}
    </Notice>
  );
}
