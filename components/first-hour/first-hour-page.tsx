"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleDot } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { BranchForm } from "@/components/branches/branch-form";
import { ClientForm } from "@/components/clients/client-form";
import { ClientSecretDialog } from "@/components/clients/client-secret-dialog";
import { ActButton } from "@/components/kit/acts";
import { BackLink } from "@/components/kit/back-link";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { MerchantForm } from "@/components/merchants/merchant-form";
import { PageHead } from "@/components/shell/page-head";
import { LinkDialog } from "@/components/staff/link-dialog";
import { StaffForm } from "@/components/staff/staff-form";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import type { IssuedClientAnswer } from "@/lib/areas/clients/record";
import { firstHour as api } from "@/lib/areas/firsthour/contract";
import type { FirstHour as FirstHourAnswer, FirstStep } from "@/lib/areas/firsthour/schemas";
import { FIRST_STEPS, NEEDED_STEPS, OPTIONAL_STEPS } from "@/lib/areas/firsthour/words";
import type { StaffLink } from "@/lib/areas/staff/desk-schemas";
import { ProgrammeStep, RatesStep } from "./programme-steps";
import { RewardStep } from "./reward-step";

/** The first hour of a programme. */
export function FirstHourPage() {
  const t = useTranslations("firstHour");
  const { data } = useQuery(ask(api.firstHour));
  const isOver = data?.done.includes("reward") ?? true;
  return (
    <>
      <BackLink href="/manage/merchants">{t("back")}</BackLink>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          data &&
          !isOver && (
            <ActButton
              act={api.putAwayFirstHour}
              asked={{ body: { isDismissed: !data.isDismissed } }}
              said={({ isDismissed }) => ({
                kind: "info",
                title: t(isDismissed ? "putAwayDone" : "takenUpDone"),
              })}
            >
              {t(data.isDismissed ? "takeUp" : "putAway")}
            </ActButton>
          )
        }
      />
      <FirstHour />
    </>
  );
}

/** How often is looked whether the first reward has been made, while it is what comes next. */
const LOOK_SECONDS = 5;

type Open =
  | { kind: "merchant" | "branch" | "people" | "client" }
  | { kind: "link"; issued: StaffLink }
  | { kind: "secret"; issued: IssuedClientAnswer };

/** Steps that have to come before a step. */
const NEEDS: Readonly<Record<FirstStep, readonly FirstStep[]>> = {
  programme: [],
  merchant: [],
  branch: ["merchant"],
  rates: [],
  client: ["merchant", "branch"],
  people: ["merchant", "branch"],
  customer: ["merchant"],
  reward: ["branch", "customer"],
};

const IMPORTS = "/wallets/imports";

/** Where the work is done that comes after the first points. */
const AFTER: Readonly<Record<FirstHourAnswer["after"][number], string>> = {
  import: IMPORTS,
  deals: "/manage/deals",
  rules: "/manage/programme",
  staff: "/manage/staff?act=invite",
};

/** Which step comes next; undefined when all are done. */
function nextOf(done: readonly FirstStep[]): FirstStep | undefined {
  return NEEDED_STEPS.find((step) => !done.includes(step));
}

/**
 * From the first merchant to the first reward, in six steps, each by the form with which it is done every day. Finished steps follow from
 * the programme's data, so any operator can leave the page and go on later.
 */
function FirstHour() {
  const t = useTranslations("firstHour");
  const query = useQuery(
    ask(api.firstHour, {}, { follows: ({ data }) => data && nextOf(data.done) === "reward" && LOOK_SECONDS }),
  );
  const [open, setOpen] = useState<Open | null>(null);
  // A ClientId is shown once; as long as this page is open it can be used for the first reward.
  const [clientId, setClientId] = useState<string | null>(null);
  const comeBack = () => {
    setOpen(null);
    void query.refetch();
  };
  return (
    <>
      <QueryState query={query} loading={<Skeleton className="h-96 rounded-2xl" />}>
        {(hour) => (
          <>
            {hour.done.includes("reward") && <AllDone after={hour.after} />}
            <p role="status" className="mb-3 font-medium">
              {t("progress", {
                done: NEEDED_STEPS.filter((step) => hour.done.includes(step)).length,
                all: NEEDED_STEPS.length,
              })}
            </p>
            <ol className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
              {FIRST_STEPS.map((step) => (
                <Step key={step} step={step} hour={hour}>
                  <StepAct step={step} hour={hour} clientId={clientId} onOpen={setOpen} onDone={comeBack} />
                </Step>
              ))}
            </ol>
          </>
        )}
      </QueryState>
      {open && (
        <OpenForm
          open={open}
          merchantId={query.data?.merchant?.id}
          onOpen={setOpen}
          onSecret={setClientId}
          onClose={comeBack}
        />
      )}
    </>
  );
}

/** Says that the programme runs, and the work that comes after. */
function AllDone({ after }: Pick<FirstHourAnswer, "after">) {
  const t = useTranslations("firstHour");
  return (
    <Notice kind="success" isAnnounced className="mb-5">
      <p>{t("allDone")}</p>
      <h2 className="mt-3 font-semibold">{t("after.title")}</h2>
      <ul className="mt-1 grid list-disc gap-1 ps-5">
        {after.map((work) => (
          <li key={work}>
            <Link href={AFTER[work]} className="underline underline-offset-4">
              {t(`after.${work}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface StepActProps {
  step: FirstStep;
  hour: FirstHourAnswer;
  clientId: string | null;
  onOpen: (open: Open) => void;
  onDone: () => void;
}

/** The form of a step, or the button that opens it. */
function StepAct({ step, hour, clientId, onOpen, onDone }: StepActProps) {
  const t = useTranslations("firstHour");
  const variant = nextOf(hour.done) === step ? "primary" : "secondary";
  switch (step) {
    case "programme":
      return <ProgrammeStep onDone={onDone} />;
    case "rates":
      return <RatesStep onDone={onDone} />;
    case "customer":
      return (
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/wallets/enrol?back=first-hour" variant={variant}>
            {t("steps.customer.act")}
          </LinkButton>
          <LinkButton href={IMPORTS}>{t("steps.customer.import")}</LinkButton>
        </div>
      );
    case "reward":
      return <RewardStep hour={hour} clientId={clientId} />;
    default:
      return (
        <Button variant={variant} onPress={() => onOpen({ kind: step })}>
          {t(`steps.${step}.act`)}
        </Button>
      );
  }
}

interface OpenFormProps {
  open: Open;
  merchantId: number | undefined;
  onOpen: (open: Open) => void;
  onSecret: (clientId: string) => void;
  onClose: () => void;
}

/** The form of a step, and after it the link or the secret that it gave. */
function OpenForm({ open, merchantId, onOpen, onSecret, onClose }: OpenFormProps) {
  return (
    <>
      {open.kind === "merchant" && <MerchantForm merchant={null} onClose={onClose} />}
      {open.kind === "branch" && <BranchForm branch={null} merchantId={merchantId} onClose={onClose} />}
      {open.kind === "people" && (
        <StaffForm
          user={null}
          merchantId={merchantId}
          onInvited={(issued) => onOpen({ kind: "link", issued })}
          onClose={onClose}
        />
      )}
      {open.kind === "link" && <LinkDialog issued={open.issued} onClose={onClose} />}
      {open.kind === "client" && (
        <ClientForm
          client={null}
          merchantId={merchantId ?? null}
          onIssued={(issued) => {
            onSecret(issued.secret);
            onOpen({ kind: "secret", issued });
          }}
          onClose={onClose}
        />
      )}
      {open.kind === "secret" && <ClientSecretDialog issued={open.issued} onClose={onClose} />}
    </>
  );
}

/** One step: done, next, or later; what can be done about it stands there once it makes sense. */
function Step({ step, hour, children }: { step: FirstStep; hour: FirstHourAnswer; children: ReactNode }) {
  const t = useTranslations("firstHour");
  const isDone = hour.done.includes(step);
  const isNext = nextOf(hour.done) === step;
  const missing = NEEDS[step].filter((one) => !hour.done.includes(one));
  const standing = isDone ? "done" : isNext ? "next" : "later";
  const Icon = { done: CircleCheck, next: CircleDot, later: CircleDashed }[standing];
  return (
    <li {...(isNext && { "aria-current": "step" as const })} className="flex gap-4 p-4 sm:p-5">
      <Icon
        aria-hidden
        className={cx(
          "mt-0.5 size-6 shrink-0",
          { done: "text-success", next: "text-accent", later: "text-ink-faint" }[standing],
        )}
      />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">
          {t(`steps.${step}.title`)}
          <span className="ms-2 font-normal text-ink-soft text-sm">
            {t(!isDone && OPTIONAL_STEPS.includes(step) ? "optional" : standing)}
          </span>
        </h2>
        {!isDone && <p className="mt-1 text-ink-soft">{t(`steps.${step}.text`)}</p>}
        {!isDone && missing.length === 0 && <div className="mt-3">{children}</div>}
      </div>
    </li>
  );
}
