"use client";

import { useTranslations } from "next-intl";
import { DeskRequests } from "@/components/adjustments/desk-requests";
import { TillRequests } from "@/components/approvals/till-requests";
import { may } from "@/components/kit/may";
import { useMe } from "@/components/kit/use-me";
import { HeldReviews } from "@/components/radar/held-reviews";
import { PageHead } from "@/components/shell/page-head";
import { sumOfWaiting, useWaiting } from "@/components/shell/waiting-badge";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { adjustments } from "@/lib/areas/adjustments/contract";
import { radar } from "@/lib/areas/radar/contract";

/** Requests for a second person: those of tills first, because a customer stands there, then those of the desk. */
export function RequestsPage() {
  const t = useTranslations();
  const { user } = useMe();
  const counts = useWaiting();
  const waiting = sumOfWaiting(counts);
  return (
    <>
      <PageHead
        title={t("pages.requests")}
        lead={<span role="status">{t("shell.waiting", { count: waiting })}</span>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {counts.imports > 0 && (
          <Notice
            kind="info"
            actions={<LinkButton href="/wallets/imports">{t("wallets.desk.imports.openWaiting")}</LinkButton>}
          >
            {t("wallets.desk.imports.waitForYou", { count: counts.imports })}
          </Notice>
        )}
        <TillRequests />
        {may(user, radar.reviews) && <HeldReviews />}
        {may(user, adjustments.list) && <DeskRequests />}
      </div>
    </>
  );
}
