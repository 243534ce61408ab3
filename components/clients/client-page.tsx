"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, ShieldX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { BackLink } from "@/components/kit/back-link";
import { ask } from "@/components/kit/contract";
import { LastMoment } from "@/components/kit/last-moment";
import { QueryState } from "@/components/kit/query-state";
import { useFilters } from "@/components/kit/use-filters";
import { useNameOf } from "@/components/kit/use-language";
import { useLimitText } from "@/components/programme/limit-fields";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, Figure } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Skeleton } from "@/components/ui/states";
import { Tabs } from "@/components/ui/tabs";
import { clients as api } from "@/lib/areas/clients/contract";
import { clientViewSchema } from "@/lib/areas/clients/desk-schemas";
import type { Client } from "@/lib/areas/clients/record";
import { CLIENT_SCOPES } from "@/lib/areas/clients/words";
import { LIMIT_NAMES } from "@/lib/ledger/with/limits/words";
import { ClientForm } from "./client-form";
import { ClientSandbox } from "./client-sandbox";
import { ClientSecrets, ClientSigningSecrets } from "./client-secrets";
import { ClientStatus, UseBadge } from "./client-state";
import { ClientUsageCard } from "./client-usage";
import { RequestLogView } from "./request-log";
import { useClientChoices } from "./use-client-choices";

type Tab = "overview" | "sandbox" | "requests";

/** One API client: its ClientIds, what it may do, how it is used, and its requests as they come in. */
export function ClientPage({ clientId }: { clientId: number }) {
  const t = useTranslations("clients");
  const { filters, change } = useFilters(clientViewSchema);
  return (
    <QueryState
      query={useQuery(ask(api.read, { params: { clientId } }, { follows: 30 }))}
      headingLevel={1}
      loading={
        <>
          <Skeleton className="h-10 w-64" />
          <Skeleton className="mt-6 h-64" />
        </>
      }
    >
      {(client) => (
        <>
          <ClientHead client={client} />
          <Tabs<Tab>
            label={t("views")}
            value={filters.tab === "sandbox" && !client.isTest ? "overview" : (filters.tab ?? "overview")}
            onChange={(next) => change({ tab: next === "overview" ? undefined : next })}
            tabs={[
              { id: "overview", label: t("overview"), content: <Overview client={client} /> },
              ...(client.isTest
                ? [
                    {
                      id: "sandbox" as const,
                      label: t("sandbox.title"),
                      content: <ClientSandbox client={client} />,
                    },
                  ]
                : []),
              { id: "requests", label: t("requests"), content: <RequestLogView client={client} /> },
            ]}
          />
        </>
      )}
    </QueryState>
  );
}

function ClientHead({ client }: { client: Client }) {
  const t = useTranslations("clients");
  const nameOf = useNameOf();
  const [open, setOpen] = useState<"edit" | "revoke" | null>(null);
  const isRevoked = client.revokedAt !== null;
  return (
    <>
      <BackLink href="/manage/clients">{t("back")}</BackLink>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            <bdi>{client.name}</bdi>
            <span className="text-base">
              <ClientStatus state={client.state} />
            </span>
            <span className="text-base">
              <UseBadge isTest={client.isTest} />
            </span>
          </span>
        }
        lead={<bdi>{nameOf(client.merchant)}</bdi>}
        actions={
          !isRevoked && (
            <>
              {client.isTest && (
                <LinkButton href={`/manage/clients/${client.id}/certification`}>
                  {t("sandbox.certification")}
                </LinkButton>
              )}
              <Button icon={Pencil} onPress={() => setOpen("edit")}>
                {t("edit")}
              </Button>
              <Button icon={ShieldX} variant="danger" onPress={() => setOpen("revoke")}>
                {t("revokeClient")}
              </Button>
            </>
          )
        }
      />
      {open === "edit" && <ClientForm client={client} onClose={() => setOpen(null)} />}
      {open === "revoke" && (
        <ActConfirm
          title={t("revokeClientTitle", { name: client.name })}
          confirmLabel={t("revokeClient")}
          isDangerous
          act={api.revoke}
          asked={{ params: { clientId: client.id } }}
          said={t("clientRevoked")}
          onClose={() => setOpen(null)}
        >
          <p>{t("revokeClientText")}</p>
        </ActConfirm>
      )}
    </>
  );
}

function Overview({ client }: { client: Client }) {
  return (
    <div className="grid gap-5">
      <ClientUsageCard client={client} />
      <ClientSecrets client={client} />
      <ClientSigningSecrets client={client} />
      <SettingsCard client={client} />
    </div>
  );
}

function SettingsCard({ client }: { client: Client }) {
  const t = useTranslations("clients");
  return (
    <Card title={t("settings")}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        {useFacts(client).map(([label, value]) => (
          <div key={label} className="contents max-sm:block">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** A client's settings in words, by their labels. */
function useFacts(client: Client): [label: string, value: ReactNode][] {
  const t = useTranslations("clients");
  const tDesk = useTranslations("desk");
  const nameOf = useNameOf();
  const { data: choices } = useClientChoices();
  const branches = choices?.merchants.find(({ id }) => id === client.merchant.id)?.branches ?? [];
  const branchName = (branchId: number) => {
    const branch = branches.find(({ id }) => id === branchId);
    return branch === undefined ? `#${branchId}` : nameOf(branch);
  };
  const branchNames = client.branchIds?.map(branchName).join(t("and"));
  const scopeNames = (scopes: readonly Client["scopes"][number][]) =>
    scopes.length === 0
      ? t("nothing")
      : scopes.map((scope) => `${t(`scope.${scope}`)} · ${scope}`).join(t("and"));
  const codes = (values: readonly string[]) =>
    values.length === 0 ? null : <Code key="codes">{values.join(", ")}</Code>;
  const yesOrNo = (is: boolean) => tDesk(is ? "yes" : "no");
  const limitText = useLimitText();
  return [
    [t("scopes"), scopeNames(client.scopes)],
    [t("lacksScopes"), scopeNames(CLIENT_SCOPES.filter((scope) => !client.scopes.includes(scope)))],
    [t("branches"), branchNames === undefined ? t("allBranches") : <bdi key="branches">{branchNames}</bdi>],
    [t("ipRanges"), codes(client.ipRanges) ?? t("fromEverywhere")],
    [t("allowedOrigins"), codes(client.allowedOrigins) ?? t("fromNoPage")],
    [t("rate"), client.rate === null ? t("noLimit") : t("rateText", client.rate)],
    [t("keyRequiredFor"), scopeNames(client.keyRequiredFor)],
    [t("legacyHttp200"), yesOrNo(client.legacyHttp200)],
    [t("signing"), t(`signingModes.${client.signing}`)],
    [t("isStrict"), yesOrNo(client.isStrict)],
    [t("ownDealsOnly"), yesOrNo(client.ownDealsOnly)],
    [t("exposeNid"), yesOrNo(client.exposeNid)],
    ...(client.isTest
      ? []
      : [
          [tDesk("limits.hasOwnLimits"), yesOrNo(client.hasOwnLimits)] as [string, ReactNode],
          ...LIMIT_NAMES.filter(
            (name) => client.hasOwnLimits || ![null, "off"].includes(client[name] as null),
          ).map((name): [string, ReactNode] => [tDesk(`limits.field.${name}`), limitText(name, client)]),
        ]),
    [t("end"), client.expiresAt === null ? t("noEnd") : <LastMoment key="end" end={client.expiresAt} />],
    [t("clientNumber"), <Figure key="number" value={client.id} />],
  ];
}
