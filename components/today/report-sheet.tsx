import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode, Ref } from "react";
import { useDayName } from "@/components/kit/use-day-name";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/format";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import type { BranchDay } from "@/lib/areas/today/schemas";
import { useBranchName } from "./branch-name";
import { Doer } from "./doer";
import { TotalsTable } from "./totals-table";

export const PAPERS = ["a4", "roll"] as const;
export type Paper = (typeof PAPERS)[number];

/** On the screen as wide as on paper; a printer leaves the edges of the roll white. */
const SHEETS: Record<Paper, string> = {
  a4: "w-full max-w-[190mm] p-6 sm:p-10 text-base print:max-w-none print:p-0 print:text-[11pt]",
  roll: "w-[80mm] max-w-full px-[4mm] py-[5mm] text-[9.5pt] leading-snug",
};

export interface ReportSheetProps {
  day: BranchDay;
  branch: PortalBranch;
  /** One person's shift; null: the whole branch. */
  userId: number | null;
  paper: Paper;
  ref: Ref<HTMLElement>;
}

/** The end-of-shift report: where, when and by whom, sums per kind and per person, and room to sign. */
export function ReportSheet({ day, branch, userId, paper, ref }: ReportSheetProps) {
  const t = useTranslations("today.report");
  const branchGroup = { id: "branch", title: t("wholeBranch"), kinds: day.kinds, hasNet: true };
  const groupOf = ({ by, kinds }: BranchDay["people"][number]) => ({
    id: by.id,
    title: <Doer by={by} isOnPaper />,
    kinds,
  });
  const groupsOfBranch = [branchGroup, ...day.people.map(groupOf)];
  const person = day.people.find(({ by }) => by.id === userId);
  const shiftGroup = { id: "shift", title: t("thisShift"), kinds: person?.kinds ?? [], hasNet: true };
  const groupsOfShift = [shiftGroup, branchGroup];
  const isNarrow = paper === "roll";
  return (
    <article
      ref={ref}
      aria-label={t("preview")}
      data-report={paper}
      className={cx(
        "paper mx-auto rounded-lg border border-line shadow-card print:rounded-none print:border-0 print:shadow-none",
        SHEETS[paper],
      )}
    >
      <SheetHead day={day} branch={branch} userId={userId} isNarrow={isNarrow} />
      <div className="mt-[1.5em]">
        <TotalsTable label={t("title")} groups={userId === null ? groupsOfBranch : groupsOfShift} />
      </div>
      <p className="mt-[1.5em]">{t("lookAlikes", { count: day.lookAlikes.count })}</p>
      <div
        className={cx(
          "mt-[2em] grid break-inside-avoid gap-[2em]",
          !isNarrow && "sm:grid-cols-2 print:grid-cols-2",
        )}
      >
        <Signature role={t("signedCashier")} />
        <Signature role={t("signedSupervisor")} />
      </div>
    </article>
  );
}

function SheetHead({
  day,
  branch,
  userId,
  isNarrow,
}: Pick<ReportSheetProps, "day" | "branch" | "userId"> & { isNarrow: boolean }) {
  const t = useTranslations("today.report");
  const format = useFormatter();
  const nameOf = useNameOf();
  const nameOfBranch = useBranchName();
  const nameOfDay = useDayName();
  const { user, merchant } = useMe();
  const person = userId === user.id ? user.name : day.people.find(({ by }) => by.id === userId)?.by.name;
  const now = format.dateTime(new Date(day.readAt), { hour: "numeric", minute: "2-digit" });
  return (
    <header>
      <h2 className="font-semibold text-[1.6em]">{t("title")}</h2>
      {merchant && (
        <p className="text-[1.15em]">
          <bdi>{nameOf(merchant)}</bdi>
        </p>
      )}
      <dl
        className={cx(
          "mt-[1em] grid gap-x-[2em] gap-y-[0.25em]",
          !isNarrow && "sm:grid-cols-2 print:grid-cols-2",
        )}
      >
        <Fact name={t("branch")}>{nameOfBranch(branch)}</Fact>
        {person !== undefined && <Fact name={t("person")}>{person}</Fact>}
        <Fact name={t("day")}>{nameOfDay(day.day)}</Fact>
        <Fact name={t("period")}>{day.before.isWholeDay ? t("wholeDay") : t("untilNow", { time: now })}</Fact>
        <Fact name={t("printedBy")}>{user.name}</Fact>
        <Fact name={t("printedAt")}>
          <DateTime value={day.readAt} />
        </Fact>
      </dl>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-[0.6em]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

function Signature({ role }: { role: string }) {
  const t = useTranslations("today.report");
  return (
    <p>
      <span className="font-medium">{role}</span>
      <span className="mt-[3.5em] block border-ink border-t pt-[0.3em] text-[0.9em] text-ink-soft">
        {t("signature")}
      </span>
    </p>
  );
}
