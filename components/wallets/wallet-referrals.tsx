"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Points } from "@/components/ui/format";
import { useAmounts } from "@/components/wallet/use-amounts";
import { referrals as api } from "@/lib/areas/referrals/contract";
import type {
  WalletReferrals as Referrals,
  ShownReferral,
  ShownReferralState,
} from "@/lib/areas/referrals/schemas";

/** The customer's referrer and referred customers; empty where there are none. */
export function WalletReferrals({ walletId }: { walletId: number }) {
  const { data } = useQuery(ask(api.referrals, { params: { walletId } }));
  if (data === undefined || (data.broughtBy === null && data.count === 0)) return null;
  return <Shown referrals={data} />;
}

function Shown({ referrals: { broughtBy, brought, count, points } }: { referrals: Referrals }) {
  const t = useTranslations("wallets.page.referrals");
  const amounts = useAmounts();
  return (
    <Card title={t("title")} className="lg:col-span-3">
      <div className="grid gap-5 lg:grid-cols-2">
        {broughtBy !== null && (
          <section>
            <h3 className="font-medium">{t("broughtBy")}</h3>
            <Row referral={broughtBy} />
            {broughtBy.state === "open" && <p className="mt-1 text-ink-soft text-sm">{t("openHint")}</p>}
          </section>
        )}
        {count > 0 && (
          <section>
            <h3 className="font-medium">{t("brought", { count })}</h3>
            <p className="text-ink-soft text-sm">{t("bonuses", { points: amounts.points(points) })}</p>
            <ul className="mt-1 divide-y divide-line">
              {brought.map((referral) => (
                <li key={`${referral.openedAt} ${referral.other.mobile}`}>
                  <Row referral={referral} />
                </li>
              ))}
            </ul>
            {count > brought.length && (
              <p className="mt-2 text-ink-soft text-sm">{t("more", { count: count - brought.length })}</p>
            )}
          </section>
        )}
      </div>
    </Card>
  );
}

function Row({ referral: { other, state, openedAt, points } }: { referral: ShownReferral }) {
  const t = useTranslations("wallets.page.referrals");
  const who = (
    <>
      {other.name !== null && <bdi className="font-medium">{other.name}</bdi>} <Code>{other.mobile}</Code>
    </>
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0">
        {other.walletId === null ? (
          who
        ) : (
          <Link
            href={`/wallets/${other.walletId}`}
            className="inline-flex flex-wrap gap-x-2 text-accent underline underline-offset-4"
          >
            {who}
          </Link>
        )}
        <span className="block text-ink-soft text-sm">
          {t("since")} <DateTime value={openedAt} style="date" />
        </span>
      </span>
      <span className="flex items-center gap-3">
        {points > 0 && state !== "taken_back" && <Points value={points} isSigned />}
        <ReferralState state={state} />
      </span>
    </div>
  );
}

const TONES: Record<ShownReferralState, Tone> = {
  open: "accent",
  paid: "success",
  over_limit: "neutral",
  unpaid: "neutral",
  taken_back: "warning",
};

/** State of a referral, in a word. */
export function ReferralState({ state }: { state: ShownReferralState }) {
  const t = useTranslations("wallets.page.referrals.state");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
