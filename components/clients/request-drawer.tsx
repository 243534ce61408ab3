"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Drawer } from "@/components/ui/dialog";
import { Code, DateTime, Figure } from "@/components/ui/format";
import type { LoggedRequest } from "@/lib/areas/clients/desk-schemas";
import { Listing } from "./listing";
import { Outcome } from "./outcome";

/** Everything that is kept of one request, and the command that sends it again. */
export function RequestDrawer({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
  const t = useTranslations("clients.log");
  const { fields, hidden, unknown } = request.request;
  const curl = curlOf(request, window.location.origin);
  return (
    <Drawer onClose={onClose} title={request.operation ?? t("unknownOperation")}>
      <dl className="grid gap-3">
        {useFacts(request).map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 mb-2 font-semibold">{t("fields")}</h3>
      {Object.keys(fields).length === 0 ? (
        <p className="text-ink-soft">{t("noFields")}</p>
      ) : (
        <section
          dir="ltr"
          aria-label={t("fields")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="overflow-x-auto rounded-xl border border-line bg-sunken p-3"
        >
          <dl className="grid grid-cols-[auto_auto] justify-start gap-x-4 gap-y-1.5 whitespace-nowrap text-sm">
            {Object.entries(fields).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="figures">
                  {value === null ? "null" : String(value)}
                  {hidden.includes(name) && <span className="ms-2 text-ink-faint">{t("masked")}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {request.liberties.length > 0 && (
        <section className="mt-3 text-sm text-warning-soft-ink">
          <h4>{t("liberties")}</h4>
          <ul className="ms-5 list-disc">
            {request.liberties.map(({ kind, field }) => (
              <li key={`${kind}:${field}`}>
                {field !== null && <Code>{field}</Code>} {t(`liberty.${kind}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {unknown.length > 0 && (
        <p className="mt-3 text-sm text-warning-soft-ink">
          {t("unknownFields")} <Code>{unknown.join(", ")}</Code>
        </p>
      )}
      <h3 className="mt-6 mb-2 font-semibold">{t("answered")}</h3>
      <Answer answer={request.answer} />
      <div className="mt-6 mb-2 flex items-center justify-between gap-3">
        <h3 className="font-semibold">curl</h3>
        <CopyButton text={curl} label={t("copyCurl")} />
      </div>
      <Listing label="curl" text={curl} />
      <p className="mt-2 text-ink-faint text-sm">{t("curlHint")}</p>
    </Drawer>
  );
}

/** Facts of a request, by their labels. */
function useFacts(request: LoggedRequest) {
  const t = useTranslations("clients.log");
  const { idempotencyKey } = request.request;
  const facts: [label: string, value: ReactNode][] = [
    [t("outcome"), <Outcome key="outcome" request={request} />],
    [t("at"), <DateTime key="at" value={request.at} />],
    ["HTTP", <Code key="http">{`${request.method} → ${request.status}`}</Code>],
    [
      t("duration"),
      <bdi key="duration" dir="ltr">
        <Figure value={request.durationMs} /> ms
      </bdi>,
    ],
    [t("requestId"), <Code key="id">{request.requestId}</Code>],
    [t("address"), <Code key="address">{request.ipAddress}</Code>],
    [t("clientIdEnd"), request.last4 === null ? "–" : <Code key="last4">{`…${request.last4}`}</Code>],
  ];
  if (idempotencyKey !== undefined) facts.push(["Idempotency-Key", <Code key="key">{idempotencyKey}</Code>]);
  return facts;
}

/** The kept part of the answer. */
function Answer({ answer }: Pick<LoggedRequest, "answer">) {
  const t = useTranslations("clients.log");
  if (answer === null) return <p className="text-ink-soft">{t("answerNotKept")}</p>;
  if (answer.length === 0) return <p className="text-ink-soft">{t("answerEmpty")}</p>;
  if (answer.body === null)
    return <p className="text-ink-soft">{t("answerTooLong", { length: answer.length })}</p>;
  return <Listing label={t("answered")} text={JSON.stringify(answer.body, null, 2)} />;
}

/** The path of an operation. */
const operationPath = (operation: string) => `/api/Integration/v1/${operation}`;

/** Single quotes keep everything as it is but themselves. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request as a curl command, with placeholders for the ClientId and every masked field. */
export function curlOf({ method, operation, request }: LoggedRequest, baseUrl: string): string {
  const path = operation === null ? (request.path ?? "/api/Integration/") : operationPath(operation);
  const fields = Object.entries(request.fields).map(
    ([name, value]) => [name, request.hidden.includes(name) ? `<${name}>` : value] as const,
  );
  const isQuery = method === "GET" || method === "HEAD";
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value ?? "")])).toString();
  return [
    `curl ${method === "GET" ? "" : `-X ${method.replace(/\W/g, "")} `}${quoted(`${baseUrl}${path}${isQuery && query ? `?${query}` : ""}`)}`,
    `-H ${quoted("ClientId: <ClientId>")}`,
    ...(request.idempotencyKey === undefined
      ? []
      : [`-H ${quoted(`Idempotency-Key: ${request.idempotencyKey}`)}`]),
    ...(isQuery
      ? []
      : [
          `-H ${quoted("Content-Type: application/json")}`,
          `--data ${quoted(JSON.stringify(Object.fromEntries(fields)))}`,
        ]),
  ].join(" \\\n  ");
}
