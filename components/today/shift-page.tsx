"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useShiftFacts } from "@/components/shifts/shift-list";
import { DateTime } from "@/components/ui/format";
import { useAmounts } from "@/components/wallet/use-amounts";
import { shifts as api } from "@/lib/areas/shifts/contract";
import type { ShiftReport } from "@/lib/areas/shifts/schemas";
import { useBranchName } from "./no-branch";
import { PrintedPage } from "./printed-page";
import { Fact, Sheet, Signature, Signatures } from "./sheet";
import { TotalsTable } from "./totals-table";

/** The report of one shift as it will be printed. */
export function ShiftPage({ shiftId }: { shiftId: number }) {
  const t = useTranslations("today.report");
  const shifts = useTranslations("shifts");
  const query = useQuery(ask(api.report, { params: { shiftId } }));
  return (
    <PrintedPage title={shifts("report")} back="/today" query={query}>
      {(report, sheet) => (
        <Sheet {...sheet} label={t("preview")}>
          <ShiftSheet report={report} isNarrow={sheet.paper === "roll"} />
        </Sheet>
      )}
    </PrintedPage>
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
