"use client";

import { ArrowLeft, Pencil, ShieldX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { toPortalError } from "@/components/kit/error";
import { useFilters } from "@/components/kit/use-filters";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Figure } from "@/components/ui/format";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { Tabs } from "@/components/ui/tabs";
import { toast } from "@/components/ui/toast-queue";
import { type Client, clientViewSchema } from "@/lib/areas/clients/desk-schemas";
import { ClientForm } from "./client-form";
import { ClientSecrets } from "./client-secrets";
import { ClientStatus } from "./client-state";
import { ClientUsageCard } from "./client-usage";
import { useClient, useClientChoices, useRevoke } from "./queries";
import { RequestLogView } from "./request-log";

type Tab = "overview" | "requests";

/** One API client: its ClientIds, what it may do, how it is used, and its requests as they come in. */
export function ClientPage({ clientId }: { clientId: number }) {
  const t = useTranslations("clients");
  const tErrors = useTranslations("errors");
  const { textOf } = useErrorText();
  const { filters, change } = useFilters(clientViewSchema);
  const tab = filters.tab ?? "overview";
  const { data: client, error, refetch } = useClient(clientId);
  if (client === undefined)
    return error ? (
      <Card>
        <ErrorState headingLevel={1} title={tErrors("couldNotLoad")} onRetry={() => void refetch()}>
          {textOf(toPortalError(error))}
        </ErrorState>
      </Card>
    ) : (
      <Loading>
        <Skeleton className="h-10 w-64" />
        <Skeleton className="mt-6 h-64" />
      </Loading>
    );
  return (
    <>
      <ClientHead client={client} />
      <Tabs<Tab>
        label={t("views")}
        value={tab}
        onChange={(next) => change({ tab: next === "overview" ? undefined : next })}
        tabs={[
          { id: "overview", label: t("overview"), content: <Overview client={client} /> },
          { id: "requests", label: t("requests"), content: <RequestLogView client={client} /> },
        ]}
      />
    </>
  );
}

function ClientHead({ client }: { client: Client }) {
  const t = useTranslations("clients");
  const inLanguage = useInLanguage();
  const [open, setOpen] = useState<"edit" | "revoke" | null>(null);
  const revoke = useRevoke(client.id);
  const isRevoked = client.revokedAt !== null;
  return (
    <>
      <Link
        href="/manage/clients"
        className="mb-3 inline-flex min-h-9 items-center gap-1.5 text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {t("back")}
      </Link>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            <bdi>{client.name}</bdi>
            <span className="text-base">
              <ClientStatus state={client.state} />
            </span>
          </span>
        }
        lead={<bdi>{inLanguage({ en: client.merchant.nameEn, ar: client.merchant.nameAr })}</bdi>}
        actions={
          !isRevoked && (
            <>
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
        <ConfirmDialog
          title={t("revokeClientTitle", { name: client.name })}
          confirmLabel={t("revokeClient")}
          isDangerous
          isPending={revoke.isPending}
          error={revoke.error}
          onConfirm={() =>
            revoke.mutate(null, {
              onSuccess: () => {
                toast({ kind: "success", title: t("clientRevoked") });
                setOpen(null);
              },
            })
          }
          onClose={() => setOpen(null)}
        >
          <p>{t("revokeClientText")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Overview({ client }: { client: Client }) {
  return (
    <div className="grid gap-5">
      <ClientUsageCard client={client} />
      <ClientSecrets client={client} />
      <SettingsCard client={client} />
    </div>
  );
}

function SettingsCard({ client }: { client: Client }) {
  const t = useTranslations("clients");
  const tDesk = useTranslations("desk");
  const inLanguage = useInLanguage();
  const { data: choices } = useClientChoices();
  const branches = choices?.merchants.find(({ id }) => id === client.merchant.id)?.branches ?? [];
  const branchName = (branchId: number) => {
    const branch = branches.find(({ id }) => id === branchId);
    return branch === undefined ? `#${branchId}` : inLanguage({ en: branch.nameEn, ar: branch.nameAr });
  };
  const scopeNames = (scopes: readonly Client["scopes"][number][]) =>
    scopes.length === 0 ? t("nothing") : scopes.map((scope) => t(`scope.${scope}`)).join(t("and"));
  const facts: [label: string, value: ReactNode][] = [
    [t("scopes"), scopeNames(client.scopes)],
    [
      t("branches"),
      client.branchIds === null ? (
        t("allBranches")
      ) : (
        <bdi key="branches">{client.branchIds.map(branchName).join(t("and"))}</bdi>
      ),
    ],
    [
      t("ipRanges"),
      client.ipRanges.length === 0 ? (
        t("fromEverywhere")
      ) : (
        <Code key="ranges">{client.ipRanges.join(", ")}</Code>
      ),
    ],
    [
      t("allowedOrigins"),
      client.allowedOrigins.length === 0 ? (
        t("fromNoPage")
      ) : (
        <Code key="origins">{client.allowedOrigins.join(", ")}</Code>
      ),
    ],
    [
      t("rate"),
      client.rate === null
        ? t("noLimit")
        : t("rateText", { perSecond: client.rate.perSecond, burst: client.rate.burst }),
    ],
    [t("keyRequiredFor"), scopeNames(client.keyRequiredFor)],
    [t("legacyHttp200"), tDesk(client.legacyHttp200 ? "yes" : "no")],
    [t("isStrict"), tDesk(client.isStrict ? "yes" : "no")],
    [t("ownDealsOnly"), tDesk(client.ownDealsOnly ? "yes" : "no")],
    [t("exposeNid"), tDesk(client.exposeNid ? "yes" : "no")],
    [t("end"), client.expiresAt === null ? t("noEnd") : <DateTime key="end" value={client.expiresAt} />],
    [t("clientNumber"), <Figure key="number" value={client.id} />],
  ];
  return (
    <Card title={t("settings")}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents max-sm:block">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
