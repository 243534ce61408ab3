"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useMe } from "@/components/kit/use-me";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { BUTTON_BASE, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { today as api } from "@/lib/areas/today/contract";
import type { BranchDay } from "@/lib/areas/today/schemas";
import { pathOf } from "@/lib/portal/contract";
import { todayPath, useTodayAddress } from "./address";
import { NoBranch } from "./no-branch";
import { usePageRule } from "./page-rule";
import { ReportSheet } from "./report-sheet";
import { PAPERS, type Paper } from "./sheet";

/** Stands for the whole branch among the people. */
const WHOLE_BRANCH = 0;

/**
 * The end-of-shift report as it will be printed. By default a cashier's covers their shift and the branch's totals, a
 * supervisor's the branch.
 */
export function ReportPage() {
  const { activeBranchId, branches } = useMe();
  const { branchId, day } = useTodayAddress();
  const reported = typeof branchId === "number" ? branchId : (activeBranchId ?? branches[0]?.id);
  return reported === undefined ? <NoBranch /> : <BranchReport branchId={reported} day={day} />;
}

function BranchReport({ branchId, day }: { branchId: number; day: string | undefined }) {
  const t = useTranslations("today.report");
  const me = useMe();
  const branch = me.branches.find(({ id }) => id === branchId);
  const query = useQuery(ask(api.day, { params: { branchId }, query: { day } }));
  const { data, refetch } = query;
  const [userId, setUserId] = useState(me.user.role === "cashier" ? me.user.id : WHOLE_BRANCH);
  const [paper, setPaper] = useState<Paper>("a4");
  const sheet = useRef<HTMLElement>(null);
  usePageRule(paper, sheet);
  const printNow = async () => {
    const { isError } = await refetch();
    if (isError) toast({ kind: "problem", title: t("refreshFailed") });
    else requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title={t("title")}
          actions={
            <LinkButton href={todayPath({ branchId, day, filter: {} })}>
              <ArrowLeft aria-hidden className="me-2 size-[1.15em] rtl:-scale-x-100" />
              {t("back")}
            </LinkButton>
          }
        />
        <div className="mb-8 flex flex-wrap items-end gap-x-6 gap-y-4">
          <ScopeChooser people={data?.people ?? []} userId={userId} onChange={setUserId} />
          <RadioGroup
            label={t("paper")}
            options={PAPERS.map((id) => ({ id, label: t(id) }))}
            value={paper}
            onChange={setPaper}
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" icon={Printer} isDisabled={data === undefined} onPress={printNow}>
              {t("print")}
            </Button>
            <a
              href={csvPath(branchId, data?.day ?? day, userId)}
              download
              className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, "min-h-control gap-2 px-4")}
            >
              <Download aria-hidden className="size-[1.15em]" />
              {t("csv")}
            </a>
          </div>
        </div>
      </div>
      <QueryState query={query} loading={<Skeleton className="mx-auto h-150 max-w-[190mm]" />}>
        {(known) =>
          branch && (
            <ReportSheet ref={sheet} day={known} branch={branch} userId={userId || null} paper={paper} />
          )
        }
      </QueryState>
    </>
  );
}

/** The whole branch, one's own shift, or another person's. */
function ScopeChooser({
  people,
  userId,
  onChange,
}: {
  people: BranchDay["people"];
  userId: number;
  onChange: (userId: number) => void;
}) {
  const t = useTranslations("today.report");
  const { user } = useMe();
  const others = people.filter(({ by }) => by.id !== user.id);
  return (
    <Select
      label={t("scope")}
      className="w-64 max-w-full"
      value={userId}
      onChange={onChange}
      options={[
        { id: WHOLE_BRANCH, label: t("wholeBranch") },
        { id: user.id, label: t("myShift") },
        ...others.map(({ by }) => ({ id: by.id, label: t("shiftOf", { name: by.name }) })),
      ]}
    />
  );
}

function csvPath(branchId: number, day: string | undefined, userId: number): string {
  const query = new URLSearchParams({
    ...(day !== undefined && { day }),
    ...(userId !== WHOLE_BRANCH && { userId: String(userId) }),
  });
  return `/api/portal/${pathOf(api.report, { branchId })}?${query}`;
}
