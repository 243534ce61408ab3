"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { OwnRequest } from "@/components/adjustments/own-request";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";
import { programme as api } from "@/lib/areas/programme/contract";
import type { ConsentText, Programme } from "@/lib/areas/programme/record";
import type { SettingName } from "@/lib/ledger/rules/programme-settings";
import { BrandCard } from "./brand-card";
import { ClockCard } from "./clock-card";
import { ConsentForm } from "./consent-form";
import { RefundRulesForm } from "./refund-rules-form";
import { useRipeningText } from "./ripening-text";
import { RuleSections } from "./rule-sections";
import { RulesForm } from "./rules-form";
import { SegmentsCard } from "./segments-card";
import { useSettingWords } from "./setting-words";

/** The rules of the whole programme, for its operators. Changes count from now on. */
export function ProgrammePage() {
  const t = useTranslations("programme");
  const query = useQuery(ask(api.desk));
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <QueryState
        query={query}
        loading={
          <>
            <Skeleton className="h-80" />
            <Skeleton className="mt-5 h-96" />
          </>
        }
      >
        {({ segments, programme, consent, merchants }) => (
          <div className="grid gap-5">
            <ClockCard />
            <BrandCard programme={programme} />
            <SegmentsCard segments={segments} currency={programme.currency} />
            <OwnRequest area="programme" />
            <RulesCard programme={programme} />
            <ConsentCard consent={consent} />
            <RefundRulesCard merchants={merchants} />
          </div>
        )}
      </QueryState>
    </>
  );
}

/** The programme's rules as they stand. */
function RulesCard({ programme }: { programme: Programme }) {
  const t = useTranslations("programme");
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title={t("rules")}
      description={t("rulesLead")}
      actions={
        <Button icon={Pencil} onPress={() => setEditing(true)}>
          {t("changeRules")}
        </Button>
      }
    >
      <RuleSections>{(names) => <RuleList names={names} programme={programme} />}</RuleSections>
      {isEditing && <RulesForm programme={programme} onClose={() => setEditing(false)} />}
    </Card>
  );
}

/** Rules with their values; one that does not count beside the others is left out. */
function RuleList({ names, programme }: { names: readonly SettingName[]; programme: Programme }) {
  const words = useSettingWords();
  return (
    <dl className="gap-x-10 lg:columns-2">
      {names
        .map((name) => [name, words.value(name, programme)] as const)
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div
            key={name}
            className="mb-2 flex break-inside-avoid flex-wrap justify-between gap-x-6 border-line border-b pb-2"
          >
            <dt className="text-ink-soft">{words.label(name)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** How long, and where, redemptions can be refunded and goods can come back: each merchant's own. */
function RefundRulesCard({ merchants }: { merchants: readonly ManagedMerchant[] }) {
  const t = useTranslations("programme");
  const nameOf = useNameOf();
  const ripeningText = useRipeningText();
  const named = (merchant: ManagedMerchant) => t("changeRefundRules", { name: nameOf(merchant) });
  return useList({
    card: { title: t("refundRules"), description: t("refundRulesLead") },
    label: t("refundRules"),
    rows: merchants,
    columns: [
      { id: "name", header: t("merchant"), cell: (merchant) => <bdi>{nameOf(merchant)}</bdi> },
      {
        id: "window",
        header: t("refundWithin"),
        cell: ({ refundWindowDays }) => t("unit.days", { count: refundWindowDays }),
      },
      {
        id: "returnWindow",
        header: t("returnWithin"),
        cell: ({ returnWindowDays }) => t("unit.days", { count: returnWindowDays }),
      },
      { id: "ripening", header: t("ripensAfter"), cell: ({ ripeningDays }) => ripeningText(ripeningDays) },
      {
        id: "branch",
        header: t("refundWhere"),
        cell: ({ refundSameBranchOnly }) => t(refundSameBranchOnly ? "sameBranch" : "anyBranch"),
      },
    ],
    forms: {
      edit: (merchant, { close }) => (
        <RefundRulesForm merchant={merchant} title={named(merchant)} onClose={close} />
      ),
    },
    rowActs: (merchant) => [{ label: t("change"), name: named(merchant), form: "edit" }],
    actionsLabel: t("change"),
  }).records;
}

/** The words that customers agree to when they join, in both languages. */
function ConsentCard({ consent }: { consent: ConsentText }) {
  const t = useTranslations("programme.consent");
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title={t("title")}
      description={t("lead")}
      actions={
        <Button icon={Pencil} onPress={() => setEditing(true)}>
          {t("change")}
        </Button>
      }
    >
      <div className="grid gap-5 lg:grid-cols-2">
        <blockquote lang="en" dir="ltr" className="whitespace-pre-line rounded-xl bg-sunken px-4 py-3">
          {consent.en}
        </blockquote>
        <blockquote lang="ar" dir="rtl" className="whitespace-pre-line rounded-xl bg-sunken px-4 py-3">
          {consent.ar}
        </blockquote>
      </div>
      <p className="mt-3 text-ink-soft text-sm">
        {t("version", { version: consent.version })} <DateTime value={consent.since} />
      </p>
      {isEditing && <ConsentForm consent={consent} onClose={() => setEditing(false)} />}
    </Card>
  );
}
