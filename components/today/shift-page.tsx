"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { useShiftFacts } from "@/components/shifts/shift-list";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { useAmounts } from "@/components/wallet/use-amounts";
import { shifts as api } from "@/lib/areas/shifts/contract";
import type { ShiftReport } from "@/lib/areas/shifts/schemas";
import { useBranchName } from "./no-branch";
import { Fact, PAPERS, type Paper, Sheet, Signature, Signatures, usePageRule } from "./sheet";
import { TotalsTable } from "./totals-table";

/** The report of one shift as it will be printed. */
export function ShiftPage({ shiftId }: { shiftId: number }) {
  const t = useTranslations("today.report");
  const shifts = useTranslations("shifts");
  const query = useQuery(ask(api.report, { params: { shiftId } }));
  const [paper, setPaper] = useState<Paper>("a4");
  const sheet = useRef<HTMLElement>(null);
  usePageRule(paper, sheet);
  const printNow = async () => {
    const { isError } = await query.refetch();
    if (isError) toast({ kind: "problem", title: t("refreshFailed") });
    else requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title={shifts("report")}
          actions={
            <LinkButton href="/today">
              <ArrowLeft aria-hidden className="me-2 size-[1.15em] rtl:-scale-x-100" />
              {t("back")}
            </LinkButton>
          }
        />
        <div className="mb-8 flex flex-wrap items-end gap-x-6 gap-y-4">
          <RadioGroup
            label={t("paper")}
            options={PAPERS.map((id) => ({ id, label: t(id) }))}
            value={paper}
            onChange={setPaper}
          />
          <Button variant="primary" icon={Printer} isDisabled={query.data === undefined} onPress={printNow}>
            {t("print")}
          </Button>
        </div>
      </div>
      <QueryState query={query} loading={<Skeleton className="mx-auto h-150 max-w-[190mm]" />}>
        {(report) => (
          <Sheet ref={sheet} label={t("preview")} paper={paper}>
            <ShiftSheet report={report} isNarrow={paper === "roll"} />
          </Sheet>
        )}
      </QueryState>
    </>
  );
}

function ShiftSheet({
  report: { shift, kinds, coupons, readAt },
  isNarrow,
}: {
  report: ShiftReport;
  isNarrow: boolean;
}) {
  const t = useTranslations("today.report");
  const shifts = useTranslations("shifts");
  const nameOf = useNameOf();
  const nameOfBranch = useBranchName();
  const factsOf = useShiftFacts();
  const { user, merchant, branches } = useMe();
  const branch = branches.find(({ id }) => id === shift.branchId);
  return (
    <>
      <header>
        <h2 className="font-semibold text-[1.6em]">{shifts("report")}</h2>
        {merchant && (
          <p className="text-[1.15em]">
            <bdi>{nameOf(merchant)}</bdi>
          </p>
        )}
        <dl className={isNarrow ? "mt-[1em] grid gap-y-[0.25em]" : FACTS}>
          {branch && <Fact name={t("branch")}>{nameOfBranch(branch)}</Fact>}
          {factsOf(shift).map(({ name, value }) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          <Fact name={t("printedBy")}>{user.name}</Fact>
          <Fact name={t("printedAt")}>
            <DateTime value={readAt} />
          </Fact>
        </dl>
      </header>
      <div className="mt-[1.5em]">
        <TotalsTable label={shifts("report")} groups={[{ id: "shift", kinds, hasNet: true }]} />
      </div>
      {coupons && <Coupons coupons={coupons} />}
      <Signatures isNarrow={isNarrow}>
        <Signature role={t("signedCashier")} />
        <Signature role={t("signedSupervisor")} />
      </Signatures>
    </>
  );
}

/** Coupons of the shift: those that were bought are among the payments with points. */
function Coupons({ coupons: { bought, used } }: { coupons: NonNullable<ShiftReport["coupons"]> }) {
  const t = useTranslations("shifts.coupons");
  const amounts = useAmounts();
  const { coupons: count, points, value } = bought;
  return (
    <ul className="mt-[1em] grid gap-[0.25em]">
      {count > 0 && (
        <li>{t("bought", { count, points: amounts.points(points), money: amounts.money(value) })}</li>
      )}
      {used > 0 && <li>{t("used", { count: used })}</li>}
    </ul>
  );
}

const FACTS = "mt-[1em] grid gap-x-[2em] gap-y-[0.25em] sm:grid-cols-2 print:grid-cols-2";
