"use client";

import { parseDate } from "@internationalized/date";
import { useQuery } from "@tanstack/react-query";
import { Plus, Reply } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { PaperLinks } from "@/components/kit/paper-links";
import { QueryState } from "@/components/kit/query-state";
import { useEditor } from "@/components/kit/use-editor";
import { useForms } from "@/components/kit/use-forms";
import { useInLanguage } from "@/components/kit/use-language";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DatePicker } from "@/components/ui/date-field";
import { DateTime } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/states";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { useFormatter } from "@/components/ui/use-formatter";
import { privacy as api } from "@/lib/areas/privacy/contract";
import type { PrivacyRequests } from "@/lib/areas/privacy/schemas";
import {
  REQUEST_ANSWER_NAMES,
  REQUEST_ANSWERS,
  REQUEST_KIND_NAMES,
  REQUEST_KINDS,
  type RequestAnswer,
  type RequestKind,
} from "@/lib/areas/privacy/words";

type PrivacyRequest = PrivacyRequests["requests"][number];

/** Requests of people about their data: what each asks, by when it is answered, the act that does it, and its receipt. */
export function RequestsCard() {
  const t = useTranslations("privacy.requests");
  const query = useQuery(ask(api.requests));
  const { open, form } = useForms({
    rows: query.data?.requests,
    forms: {
      answer: (request: PrivacyRequest, { close }) => <AnswerForm request={request} onClose={close} />,
    },
    dialogs: {
      note: ({ close }) => query.data && <NoteForm today={query.data.today} onClose={close} />,
    },
  });
  return (
    <Card title={t("title")} description={t("lead", { days: query.data?.answerDays ?? 0 })}>
      <div className="grid gap-4">
        <div>
          <Button icon={Plus} onPress={() => open("note")}>
            {t("note")}
          </Button>
        </div>
        <QueryState query={query} loading={<Skeleton className="h-24" />}>
          {({ requests, today }) =>
            requests.length === 0 ? (
              <p className="text-ink-soft">{t("none")}</p>
            ) : (
              <ul className="grid gap-4">
                {requests.map((request) => (
                  <RequestItem
                    key={request.id}
                    request={request}
                    today={today}
                    onAnswer={() => open("answer", request)}
                  />
                ))}
              </ul>
            )
          }
        </QueryState>
      </div>
      {form}
    </Card>
  );
}

const DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

/** The act on the customer's page that does what was asked. */
const ACTS: Partial<Readonly<Record<RequestKind, string>>> = {
  file: "file",
  correct: "edit",
  erase: "erase",
  withdraw: "withdraw",
};

function RequestItem({
  request: { id, kind, person, wallet, receivedOn, dueOn, notedBy, answer },
  today,
  onAnswer,
}: {
  request: PrivacyRequest;
  today: string;
  onAnswer: () => void;
}) {
  const t = useTranslations("privacy.requests");
  const inLanguage = useInLanguage();
  const format = useFormatter();
  const day = (text: string) => format.dateTime(new Date(text), DAY);
  const days = parseDate(dueOn).compare(parseDate(today));
  const act = ACTS[kind];
  return (
    <li className="grid gap-3 rounded-xl bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Status tone={answer ? "success" : days < 0 ? "danger" : days < 2 ? "warning" : "accent"}>
          {answer
            ? inLanguage(REQUEST_ANSWERS[answer.kind])
            : days < 0
              ? t("late", { days: -days })
              : t("left", { days })}
        </Status>
        <span className="font-medium">{t("heading", { id, kind: inLanguage(REQUEST_KINDS[kind]) })}</span>
        <bdi>{person === "" ? t("erased") : person}</bdi>
        {wallet && (
          <LinkButton href={`/wallets/${wallet.id}`} size="small" variant="quiet">
            <bdi>{wallet.walletCode}</bdi>
          </LinkButton>
        )}
      </div>
      <p className="text-ink-soft text-sm">
        {t("dates", { received: day(receivedOn), due: day(dueOn), by: notedBy })}
      </p>
      {answer && (
        <p dir="auto">
          {answer.note}{" "}
          <span className="text-ink-soft text-sm">
            <bdi>{answer.by}</bdi> · <DateTime value={answer.at} />
          </span>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {answer === null && wallet && act && (
          <LinkButton href={`/wallets/${wallet.id}?act=${act}`}>{t(`act.${act as "file"}`)}</LinkButton>
        )}
        {answer === null && (
          <Button icon={Reply} aria-label={t("answerOf", { id })} onPress={onAnswer}>
            {t("answer")}
          </Button>
        )}
      </div>
      <div className="grid gap-1.5">
        <p className="text-ink-soft text-sm">{t("receipt")}</p>
        <PaperLinks path={`manage/privacy/requests/${id}/receipt`} forms={["ar", "en"]} />
      </div>
    </li>
  );
}

function NoteForm({ today, onClose }: { today: string; onClose: () => void }) {
  const t = useTranslations("privacy.requests");
  const inLanguage = useInLanguage();
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ kind: "file" as RequestKind, person: "", walletCode: "", receivedOn: today }),
    create: useRequest(api.noteRequest),
    said: t("noted"),
    onSaved: onClose,
  });
  const { fields, field, change } = editor;
  return (
    <EditorDrawer
      title={t("note")}
      submitLabel={t("note")}
      editor={editor}
      isReady={fields.person.trim() !== ""}
      onClose={onClose}
    >
      <Select
        {...field("kind")}
        label={t("kind")}
        options={REQUEST_KIND_NAMES.map((id) => ({ id, label: inLanguage(REQUEST_KINDS[id]) }))}
      />
      <TextField
        label={t("person")}
        description={t("personHint")}
        {...field("person")}
        autoComplete="off"
        maxLength={120}
      />
      <TextField
        label={t("walletCode")}
        description={t("walletHint")}
        {...field("walletCode")}
        autoComplete="off"
        isCode
      />
      <DatePicker
        label={t("receivedOn")}
        value={fields.receivedOn === "" ? null : parseDate(fields.receivedOn)}
        maxValue={parseDate(today)}
        onChange={(day) => change({ receivedOn: day?.toString() ?? "" })}
        errorMessage={editor.errorAt("receivedOn")}
      />
    </EditorDrawer>
  );
}

function AnswerForm({ request: { id }, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const t = useTranslations("privacy.requests");
  const inLanguage = useInLanguage();
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ answer: "done" as RequestAnswer, note: "" }),
    create: useRequest(api.answerRequest, { params: { requestId: id } }),
    said: t("answered"),
    onSaved: onClose,
  });
  const { fields, field } = editor;
  return (
    <EditorDrawer
      title={t("answerOf", { id })}
      submitLabel={t("answer")}
      editor={editor}
      isReady={fields.note.trim() !== ""}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("answerLead")}</p>
      <Select
        {...field("answer")}
        label={t("outcome")}
        options={REQUEST_ANSWER_NAMES.map((name) => ({ id: name, label: inLanguage(REQUEST_ANSWERS[name]) }))}
      />
      <TextArea label={t("answerNote")} description={t("answerHint")} {...field("note")} maxLength={1_000} />
    </EditorDrawer>
  );
}
