"use client";

import { ListX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Deciders } from "@/components/adjustments/deciders";
import { ActConfirm } from "@/components/kit/acts";
import { useSend, useSendWeighed } from "@/components/kit/contract";
import { FileLink } from "@/components/kit/file-link";
import { FileMatching } from "@/components/kit/file-matching";
import { ProgressBar } from "@/components/kit/progress-bar";
import { Refusal } from "@/components/kit/refusal";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useWaiting } from "@/components/shell/waiting-badge";
import { Status, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Fact } from "@/components/ui/fact";
import { DateTime, Figure } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { useFormatter } from "@/components/ui/use-formatter";
import { imports as api } from "@/lib/areas/imports/contract";
import type { ImportAct, WalletImport } from "@/lib/areas/imports/schemas";
import { MATCHED_NAMES } from "@/lib/areas/imports/words";
import { PROFILE, PROFILE_FIELDS } from "@/lib/ledger/rules/profile";
import { ImportQuestions, isUnanswered } from "./import-questions";
import { RefusedLines } from "./refused-lines";
import { type ImportLimit, Uploaders } from "./uploaders";

const TONES: Record<WalletImport["state"], Tone> = {
  receiving: "warning",
  checking: "accent",
  asking: "warning",
  checked: "accent",
  running: "accent",
  stopped: "warning",
  done: "success",
  failed: "danger",
  discarded: "neutral",
};

/** One file: how far it is, what it came to, and what can be done next. */
export function ImportCard({ found, alone }: { found: WalletImport; alone: ImportLimit }) {
  const t = useTranslations("wallets.desk");
  // The page says above its files how far one person goes alone.
  const act = useSendWeighed(api.act);
  const agree = useSend(api.agree);
  const [isDiscarding, setDiscarding] = useState(false);
  const [isListed, setListed] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const { settingUp } = useWaiting();
  const { state, lines, refused, created } = found;
  const ready = lines - refused - created;
  const isNew = found.kind === "new";
  const error = act.error ?? agree.error;
  const params = { importId: found.id };
  return (
    <Card
      headingLevel={3}
      title={<bdi className="break-all">{found.fileName}</bdi>}
      description={<Brought found={found} />}
      actions={<Status tone={TONES[state]}>{t(`imports.state.${state}`)}</Status>}
    >
      <div className="grid gap-4">
        {lines > 0 && <Facts found={found} />}
        <Progress found={found} />
        <p role="status" className="empty:hidden">
          {state === "checked" &&
            t(isNew ? "imports.checkedText" : "imports.checkedUpdate", { count: ready })}{" "}
          {state === "checked" && ready > 0 && t("imports.startText")}
          {state === "receiving" && t("imports.receivingText")}
        </p>
        {!isNew && <Changes found={found} />}
        <ImportQuestions found={found} />
        <Problems {...{ found, alone }} />
        {found.isOutdated && <Outdated onCheck={() => act.mutate({ params, body: { act: "check" } })} />}
        {state === "asking" && found.question && (
          <FileMatching
            key={JSON.stringify(found.question)}
            question={found.question}
            names={MATCHED_NAMES}
            isPending={agree.isPending}
            onAgree={(body) => agree.mutate({ params, body })}
          />
        )}
        <Refusal error={error} />
        <Buttons
          found={found}
          isPending={act.isPending}
          isListed={isListed}
          onList={setListed}
          onDiscard={() => setDiscarding(true)}
          onRun={(what) => {
            if (what === "start" && settingUp !== null && !settingUp.ended && found.openingPoints > 0)
              setEnding(true);
            else act.mutate({ params, body: { act: what } });
          }}
        />
        {isListed && hasRefused(found) && <RefusedLines importId={found.id} />}
      </div>
      {isEnding && <EndSettingUp found={found} onClose={() => setEnding(false)} />}
      {isDiscarding && <Discard importId={found.id} onClose={() => setDiscarding(false)} />}
    </Card>
  );
}

/** How much of the file is checked, then lines that are done, of all. Workbooks are read in one go. */
function Progress({ found: { state, created, refused, lines, counts } }: { found: WalletImport }) {
  const t = useTranslations("wallets.desk.imports");
  const { readShare = 1 } = counts;
  if (state === "checking" && readShare < 1)
    return <ProgressBar label={t("state.checking")} share={readShare} />;
  if (state !== "running" && state !== "stopped") return null;
  const done = created + refused;
  return <ProgressBar label={t("progress", { done, lines })} share={done / Math.max(1, lines)} />;
}

/** The figures are those of the check; customers were made since. */
function Outdated({ onCheck }: { onCheck: () => void }) {
  const t = useTranslations("wallets.desk.imports");
  return (
    <Notice kind="warning" actions={<Button onPress={onCheck}>{t("checkAgain")}</Button>}>
      {t("outdated")}
    </Notice>
  );
}

function Discard({ importId, onClose }: { importId: number; onClose: () => void }) {
  const t = useTranslations("wallets.desk.imports");
  return (
    <ActConfirm
      size="small"
      isDangerous
      title={t("discardTitle")}
      confirmLabel={t("discard")}
      act={api.act}
      givesNothing
      asked={{ params: { importId }, body: { act: "discard" } }}
      onClose={onClose}
    >
      {t("discardText")}
    </ActConfirm>
  );
}

/** Asks before the start that gives customers their first points: from then on nobody decides alone. */
function EndSettingUp({
  found: { id, kind, lines, refused },
  onClose,
}: {
  found: WalletImport;
  onClose: () => void;
}) {
  const t = useTranslations("wallets.desk.imports");
  return (
    <ActConfirm
      size="small"
      title={t("endsSetupTitle")}
      confirmLabel={t(kind === "new" ? "start" : "startUpdate", { count: lines - refused })}
      act={api.act}
      asked={{ params: { importId: id }, body: { act: "start" } }}
      onClose={onClose}
    >
      {t("endsSetupText")}
    </ActConfirm>
  );
}

/** Customers whom a file of changes changes, field by field. */
function Changes({ found: { counts, state } }: { found: WalletImport }) {
  const t = useTranslations("wallets.desk.imports");
  const inLanguage = useInLanguage();
  const changes = PROFILE_FIELDS.flatMap((field) => {
    const count = counts.changes[field] ?? 0;
    return count === 0 ? [] : [t("changed", { field: inLanguage(PROFILE[field].names), count })];
  });
  if (state !== "checked") return null;
  const unchanged = counts.unchanged > 0 ? [t("unchanged", { count: counts.unchanged })] : [];
  return (
    <ul className="list-disc ps-5 text-ink-soft">
      {[...changes, ...unchanged].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Brought({ found: { kind, merchant, createdAt, createdBy, startedBy } }: { found: WalletImport }) {
  const t = useTranslations("wallets.desk.imports");
  const nameOf = useNameOf();
  const { merchant: own } = useMe();
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{t(`kind.${kind}`)}</span>
      {own === null && merchant !== null && <bdi>{t("customersOf", { name: nameOf(merchant) })}</bdi>}
      <span>
        {t.rich("broughtBy", {
          date: () => <DateTime value={createdAt} />,
          name: () => <bdi>{createdBy.name}</bdi>,
        })}
      </span>
      {startedBy && startedBy.id !== createdBy.id && <bdi>{t("startedBy", { name: startedBy.name })}</bdi>}
    </span>
  );
}

/** Lines of the file by their outcome: the expected one, and from the start on the real one. */
function Facts({
  found: { kind, state, lines, refused, created, postedPoints, openingPoints },
}: {
  found: WalletImport;
}) {
  const t = useTranslations("wallets.desk.imports");
  const isBegun = state === "running" || state === "stopped" || state === "done";
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Count name={t("lines")} value={lines} />
      <Count
        name={t(isBegun ? (kind === "new" ? "made" : "done") : "ready")}
        value={isBegun ? created : lines - refused - created}
      />
      <Count name={t("refused")} value={refused} isBad={refused > 0} />
      <Count
        name={t(kind === "new" ? "openingPoints" : "addedPoints")}
        value={isBegun ? postedPoints : openingPoints}
      />
    </dl>
  );
}

function Count({ name, value, isBad = false }: { name: string; value: number; isBad?: boolean }) {
  return (
    <Fact name={name} className="rounded-xl bg-sunken px-4 py-2.5 max-sm:px-3">
      <Figure value={value} className={cx("font-semibold text-lg sm:text-xl", isBad && "text-danger")} />
    </Fact>
  );
}

function Problems({
  found: { state, problem, counts, needsSecondPerson, starters, mayStart, createdBy, ...file },
  alone: { uploaders },
}: {
  found: WalletImport;
  alone: ImportLimit;
}) {
  const t = useTranslations("wallets.desk.imports");
  const format = useFormatter();
  const { id: own } = useMe().user;
  if (problem)
    return (
      <Notice kind="danger">
        {t(`problem.${problem.code}`, {
          names: (problem.names ?? []).join(", "),
          max: format.number(problem.max ?? 0),
        })}
      </Notice>
    );
  const isWaiting = state === "checked" || state === "stopped";
  if (isWaiting && needsSecondPerson && !mayStart)
    return (
      <Notice kind="warning">
        {t(counts.isOwn ? "needsSecondOwn" : "needsSecond", {
          points: format.number(file.points),
          before: file.pointsBefore,
          above: format.number(file.pointsAbove),
          name: createdBy.name,
        })}
        <Deciders deciders={starters} />
        {createdBy.id === own && <Uploaders {...{ starters, uploaders }} />}
      </Notice>
    );
  return null;
}

/** Whether there are refused lines to look at: while a file is being read they come and go. */
function hasRefused({ state, refused }: WalletImport): boolean {
  return refused > 0 && state !== "checking" && state !== "discarded";
}

function Buttons({
  found,
  isPending,
  isListed,
  onList,
  onDiscard,
  onRun,
}: {
  found: WalletImport;
  isPending: boolean;
  /** Whether the refused lines are shown. */
  isListed: boolean;
  onList: (isListed: boolean) => void;
  onDiscard: () => void;
  onRun: (act: ImportAct) => void;
}) {
  const t = useTranslations("wallets.desk.imports");
  const { id, state, lines, refused, mayStart } = found;
  const mayDiscard =
    state === "receiving" || state === "asking" || state === "checked" || state === "stopped";
  return (
    <div className="flex flex-wrap gap-3">
      {mayStart && (state === "stopped" || (state === "checked" && lines > refused)) && (
        <Button
          variant="primary"
          isDisabled={isUnanswered(found)}
          isPending={isPending}
          onPress={() => onRun("start")}
        >
          {state === "stopped"
            ? t("resume")
            : t(found.kind === "new" ? "start" : "startUpdate", { count: lines - refused })}
        </Button>
      )}
      {state === "checked" && (
        <Button isPending={isPending} onPress={() => onRun("match")}>
          {t("match")}
        </Button>
      )}
      {state === "running" && (
        <Button isPending={isPending} onPress={() => onRun("stop")}>
          {t("stop")}
        </Button>
      )}
      {hasRefused(found) && (
        <>
          <Button icon={ListX} aria-expanded={isListed} onPress={() => onList(!isListed)}>
            {t(isListed ? "hideRefused" : "showRefused")}
          </Button>
          <FileLink href={`/api/portal/manage/imports/${id}/report`}>{t("report")}</FileLink>
        </>
      )}
      {mayDiscard && (
        <Button variant="quiet" isPending={isPending} onPress={onDiscard}>
          {t("discard")}
        </Button>
      )}
    </div>
  );
}
