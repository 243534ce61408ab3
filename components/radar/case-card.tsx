"use client";

import { FolderOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActButton, ActConfirm } from "@/components/kit/acts";
import { useSend } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { Refusal } from "@/components/kit/refusal";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { radar as api } from "@/lib/areas/radar/contract";
import type { RadarCase, RadarPerson } from "@/lib/areas/radar/schemas";
import { VERDICTS } from "@/lib/areas/radar/words";

const NOBODY = 0;
const NOTE_LENGTH_MAX = 1_000;
type Verdict = (typeof VERDICTS)[number];

/** A case about a person: whose it is, what was noted, and how it is closed. */
export function CaseCard({
  radarCase,
  assignees,
}: {
  radarCase: RadarCase;
  assignees: RadarPerson["assignees"];
}) {
  const t = useTranslations("radar");
  const { id, closed, openedBy, openedAt, findingCount, notes } = radarCase;
  return (
    <Card
      title={t("caseTitle", { id: String(id) })}
      description={t.rich("caseOpened", {
        count: findingCount,
        who: () => <bdi>{openedBy.name}</bdi>,
        at: () => <DateTime value={openedAt} />,
      })}
      actions={
        <Badge tone={closed === null ? "accent" : "neutral"}>
          {closed === null ? t("stateOpen") : t(`verdicts.${closed.verdict}`)}
        </Badge>
      }
    >
      {notes.length > 0 && (
        <ol className="mb-4 grid gap-3">
          {notes.map((note) => (
            <li key={note.id} className="rounded-xl bg-sunken px-4 py-3">
              <p className="wrap-break-word whitespace-pre-line" dir="auto">
                {note.text}
              </p>
              <p className="mt-1 text-ink-soft text-sm">
                <bdi>{note.by.name}</bdi> · <DateTime value={note.at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {closed === null ? (
        <OpenCase radarCase={radarCase} assignees={assignees} />
      ) : (
        <p className="text-ink-soft text-sm">
          {t.rich("caseClosed", {
            who: () => <bdi>{closed.by.name}</bdi>,
            at: () => <DateTime value={closed.at} />,
          })}
        </p>
      )}
    </Card>
  );
}

function OpenCase({ radarCase: { id, version, assignedTo }, assignees }: Parameters<typeof CaseCard>[0]) {
  const t = useTranslations("radar");
  const [text, setText] = useState("");
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const assign = useSend(api.assign);
  const note = useSend(api.note);
  const params = { caseId: id };
  const error = assign.error ?? note.error;
  const addNote = (then?: () => void) =>
    note.mutate(
      { params, body: { text } },
      {
        onSuccess: () => {
          setText("");
          then?.();
        },
      },
    );
  return (
    <div className="grid gap-4 print:hidden">
      <Refusal error={error} />
      <Select<number>
        label={t("assignedTo")}
        className="sm:max-w-xs"
        isDisabled={assign.isPending}
        options={[
          { id: NOBODY, label: t("nobody") },
          ...assignees.map((person) => ({ id: person.id, label: person.name })),
        ]}
        value={assignedTo?.id ?? NOBODY}
        onChange={(chosen) =>
          assign.mutate({ params, body: { version, assignedTo: chosen === NOBODY ? null : chosen } })
        }
      />
      <TextArea label={t("note")} rows={3} maxLength={NOTE_LENGTH_MAX} value={text} onChange={setText} />
      <div>
        <Button isPending={note.isPending} isDisabled={text.trim() === ""} onPress={() => addNote()}>
          {t("addNote")}
        </Button>
      </div>
      <fieldset>
        <legend className="mb-1.5 font-medium text-ink-soft text-sm">{t("close")}</legend>
        <div className="flex flex-wrap gap-2">
          {VERDICTS.map((one) => (
            <Button
              key={one}
              onPress={() => (text.trim() === "" ? setVerdict(one) : addNote(() => setVerdict(one)))}
            >
              {t(`verdicts.${one}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      {verdict !== null && (
        <ActConfirm
          title={t("closeTitle")}
          confirmLabel={t("closeCase")}
          act={api.close}
          asked={{ params, body: { version, verdict } }}
          onClose={() => setVerdict(null)}
        >
          {t("closeText", { verdict: t(`verdicts.${verdict}`) })}
        </ActConfirm>
      )}
    </div>
  );
}

/** Opens a case about the person, or goes to the one that is open. */
export function OpenCaseButton({ userId }: { userId: number }) {
  const t = useTranslations("radar");
  const navigation = useNavigation();
  if (!may(useMe().user, api.openCase)) return null;
  return (
    <ActButton
      variant="primary"
      icon={FolderOpen}
      act={api.openCase}
      asked={{ params: { userId } }}
      onDone={() => navigation.push(`/reports/radar/${userId}`)}
    >
      {t("openCase")}
    </ActButton>
  );
}
