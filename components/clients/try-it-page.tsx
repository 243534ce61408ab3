"use client";

import { useMutation } from "@tanstack/react-query";
import { Send, Sparkles } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BackLink } from "@/components/kit/back-link";
import { send as request } from "@/components/kit/contract";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form } from "@/components/ui/form";
import { Code, Figure } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { useLanguage } from "@/components/ui/use-language";
import { clients as api } from "@/lib/areas/clients/contract";
import type { TryItField, TryItOperation } from "@/lib/points-api/try-it";
import { Listing } from "./listing";
import { type Exchange, sendTry, valuesOf } from "./try-it";

/**
 * Sends requests to this service's own points API, as a till would. The ClientId stays in the form's memory: it is
 * neither stored nor shown again.
 */
export function TryItPage({ operations }: { operations: readonly TryItOperation[] }) {
  const t = useTranslations("clients.tryIt");
  const [exchange, setExchange] = useState<Exchange | null>(null);
  return (
    <>
      <BackLink href="/manage/clients">{t("back")}</BackLink>
      <PageHead title={t("title")} lead={t("lead")} />
      <Notice kind="warning" className="mb-5">
        {t("movesPoints")}
      </Notice>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[repeat(2,minmax(0,1fr))] xl:items-start">
        <Card title={t("request")}>
          <RequestForm operations={operations} onAnswer={setExchange} />
        </Card>
        {exchange && <ExchangeCard exchange={exchange} />}
      </div>
    </>
  );
}

interface RequestFormProps {
  operations: readonly TryItOperation[];
  onAnswer: (exchange: Exchange) => void;
}

function RequestForm({ operations, onAnswer }: RequestFormProps) {
  const t = useTranslations("clients.tryIt");
  const [name, setName] = useState<TryItOperation["name"]>("GetDeals");
  const operation = operations.find((one) => one.name === name);
  const { clientId, setClientId, values, setValues, examples, fillIn, isSending, send } = useTry(
    operation,
    onAnswer,
  );
  const { textOf } = useErrorText();
  return (
    <Form
      className="grid gap-5"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Select
        label={t("operation")}
        value={name}
        options={operations.map(({ name }) => ({ id: name, label: name }))}
        onChange={setName}
      />
      <PasswordField
        label="ClientId"
        description={t("clientIdHint")}
        value={clientId}
        onChange={setClientId}
        autoComplete="none"
        spellCheck="false"
      />
      {operation?.fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          onChange={(value) => setValues((present) => ({ ...present, [field.name]: value }))}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" icon={Send} isPending={isSending}>
          {t("send")}
        </Button>
        <Button icon={Sparkles} isPending={examples.isPending} onPress={fillIn}>
          {t("fillIn")}
        </Button>
      </div>
      {examples.error && <Notice kind="danger">{textOf(examples.error)}</Notice>}
      {examples.data?.clientId === null && clientId.trim() === "" && (
        <Notice kind="info" isAnnounced>
          {t("noExampleClient")}
        </Notice>
      )}
    </Form>
  );
}

/** The request as it is filled in, by hand or from an example, and sent. */
function useTry(operation: TryItOperation | undefined, onAnswer: RequestFormProps["onAnswer"]) {
  const language = useLanguage();
  const [clientId, setClientId] = useState("");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (isSending || operation === undefined) return;
    setSending(true);
    onAnswer(await sendTry({ operation, values, clientId, language }));
    setSending(false);
  };
  // Asked for anew each time, as what can be refunded or cancelled changes.
  const examples = useMutation({ mutationFn: () => request(api.examples) });
  // New at each press: the same reference again would be answered as the first time.
  const fillIn = () =>
    examples.mutate(undefined, {
      onSuccess: (example) => {
        setValues(operation ? valuesOf(example.requests[operation.name]) : {});
        // A typed ClientId stays.
        if (clientId.trim() === "") setClientId(example.clientId ?? "");
      },
    });
  return { clientId, setClientId, values, setValues, examples, fillIn, isSending, send };
}

function Field({
  field: { name, isRequired, isSecret, description, example },
  value,
  onChange,
}: {
  field: TryItField;
  value: string;
  onChange: (value: string) => void;
}) {
  const inLanguage = useInLanguage();
  const field = {
    label: isRequired ? `${name} *` : name,
    description: <Help text={inLanguage(description)} />,
    ...{ value, onChange, placeholder: example },
  };
  return isSecret ? (
    <PasswordField {...field} autoComplete="none" />
  ) : (
    <TextField {...field} autoComplete="off" />
  );
}

/** The reference's words about a field: its names from left to right, and what matters in bold. */
function Help({ text }: { text: string }) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return parts.map((part, place) => {
    const key = `${place} ${part}`;
    if (part.startsWith("`")) return <Code key={key}>{part.slice(1, -1)}</Code>;
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return part;
  });
}

function ExchangeCard({ exchange }: { exchange: Exchange }) {
  const t = useTranslations("clients.tryIt");
  const { status, durationMs, isSuccess } = exchange;
  return (
    <Card
      title={t("response")}
      actions={
        status !== null && (
          <span role="status" className="flex flex-wrap items-center gap-3">
            <Status tone={isSuccess ? "success" : "danger"}>
              <Code>{`HTTP ${status}`}</Code>
            </Status>
            <bdi dir="ltr" className="text-ink-soft text-sm">
              <Figure value={durationMs} /> ms
            </bdi>
          </span>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {status === null && <Notice kind="danger">{t("noAnswer")}</Notice>}
        <Part title={t("body")} text={exchange.responseBody} />
        <Part title={t("responseHeaders")} text={exchange.responseHeaders} />
        <Part title={t("sent")} text={exchange.request} />
      </div>
    </Card>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  if (text === "") return null;
  return (
    <div>
      <h3 className="mb-1.5 font-medium text-ink-soft text-sm">{title}</h3>
      <Listing label={title} text={text} />
    </div>
  );
}
