"use client";

import { useQuery } from "@tanstack/react-query";
import { Award } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { BackLink } from "@/components/kit/back-link";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { OffIcon, Status, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ShareBar } from "@/components/ui/share-bar";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { certification as api } from "@/lib/areas/certification/contract";
import type { CertificateAnswer, Certification, RequirementAnswer } from "@/lib/areas/certification/schemas";
import { certificatePath } from "@/lib/areas/certification/words";
import { IssueDialog } from "./issue-dialog";

/** How far a test client has come: every requirement with what shows it, and the certificate at the end. */
export function CertificationPage({ clientId }: { clientId: number }) {
  return (
    <QueryState
      query={useQuery(ask(api.certification, { params: { clientId } }, { follows: 5 }))}
      headingLevel={1}
      loading={
        <>
          <Skeleton className="h-10 w-64" />
          <Skeleton className="mt-6 h-96" />
        </>
      }
    >
      {(certification) => <Progress certification={certification} />}
    </QueryState>
  );
}

function Progress({ certification }: { certification: Certification }) {
  const t = useTranslations("certification");
  const [isIssuing, setIssuing] = useState(false);
  const { client, requirements, certificates } = certification;
  const needed = requirements.filter(({ isOptional }) => !isOptional);
  const met = needed.filter(({ state }) => state === "met").length;
  const isComplete = met === needed.length && needed.length > 0;
  return (
    <>
      <BackLink href={`/manage/clients/${client.id}`}>{t("back", { name: client.name })}</BackLink>
      <PageHead
        title={t("of", { name: client.name })}
        lead={t("lead")}
        actions={
          !client.isRevoked && (
            <Button icon={Award} variant="primary" isDisabled={!isComplete} onPress={() => setIssuing(true)}>
              {t("issue")}
            </Button>
          )
        }
      />
      <div className="grid gap-5">
        <Card>
          <p className="text-ink-soft">{t("progress")}</p>
          <p className="figures font-semibold text-3xl">{t("progressText", { met, of: needed.length })}</p>
          <ShareBar share={met / Math.max(1, needed.length)} className="mt-3 h-2" />
        </Card>
        <CertificateList clientId={client.id} certificates={certificates} />
        <Card title={t("requirements")}>
          <ol className="divide-y divide-line">
            {requirements.map((requirement) => (
              <Requirement key={requirement.name} requirement={requirement} />
            ))}
          </ol>
        </Card>
      </div>
      {isIssuing && <IssueDialog client={client} onClose={() => setIssuing(false)} />}
    </>
  );
}

const TONES: Record<RequirementAnswer["state"], Tone> = {
  met: "success",
  open: "neutral",
  violated: "danger",
};

function Requirement({ requirement }: { requirement: RequirementAnswer }) {
  const t = useTranslations("certification");
  const inLanguage = useInLanguage();
  const { title, how, mend, isOptional, state, requests, wallet } = requirement;
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0" data-requirement={requirement.name}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-64 font-medium">
          {inLanguage(title)}
          {isOptional && <span className="ms-2 font-normal text-ink-soft text-sm">{t("optional")}</span>}
        </h3>
        <Status tone={TONES[state]} {...(state === "violated" && { icon: OffIcon })}>
          {t(`states.${state}`)}
        </Status>
      </div>
      <p className="text-ink-soft">
        {inLanguage(how)}{" "}
        {wallet === null ? (
          t("anyWallet")
        ) : (
          <>
            {t("where")} <Code>{wallet.walletCode}</Code>, {t("number")} <Code>{wallet.contactMsisdn}</Code>
          </>
        )}
      </p>
      {state === "violated" && (
        <Notice kind="warning">
          <span className="font-medium">{t("mend")}: </span>
          {inLanguage(mend)}
        </Notice>
      )}
      {requests.length > 0 && (
        <ul className="grid gap-1 text-ink-soft text-sm">
          {requests.map((request) => (
            <li key={request.id} className="wrap-break-word">
              {t("seen")} <DateTime value={request.at} /> · <bdi dir="ltr">{request.operation ?? ""}</bdi>{" "}
              {t("answered", { code: String(request.code) })} · {t("request")}{" "}
              <Code>{request.requestId}</Code>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const STANDING_TONES: Record<CertificateAnswer["standing"], Tone> = {
  valid: "success",
  expired: "warning",
  revoked: "danger",
};

/** The certificates of a client, the newest first. */
function CertificateList({
  clientId,
  certificates,
}: {
  clientId: number;
  certificates: readonly CertificateAnswer[];
}) {
  const t = useTranslations("certification");
  const columns = useColumns();
  const [revoked, setRevoked] = useState<CertificateAnswer | null>(null);
  return (
    <Card title={t("certificates")}>
      {certificates.length === 0 ? (
        <EmptyState title={t("noCertificates")}>{t("noCertificatesText")}</EmptyState>
      ) : (
        <Table<CertificateAnswer>
          label={t("certificates")}
          rows={certificates}
          rowKey={({ id }) => id}
          columns={columns}
          actionsLabel={t("revoke")}
          rowActions={(certificate) =>
            certificate.revokedAt === null && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`${t("revoke")} ${certificate.number}`}
                onPress={() => setRevoked(certificate)}
              >
                {t("revoke")}
              </Button>
            )
          }
        />
      )}
      {revoked && (
        <ActConfirm
          title={t("revokeTitle", { number: revoked.number })}
          confirmLabel={t("revoke")}
          isDangerous
          act={api.withdraw}
          asked={{ params: { clientId, certificateId: revoked.id } }}
          said={t("revoked")}
          onClose={() => setRevoked(null)}
        >
          <p>{t("revokeText")}</p>
        </ActConfirm>
      )}
    </Card>
  );
}

function useColumns(): Column<CertificateAnswer>[] {
  const t = useTranslations("certification");
  return [
    {
      id: "number",
      header: t("certificateNumber"),
      cell: ({ number }) => (
        <Link
          href={certificatePath(number)}
          className="font-medium text-accent-soft-ink underline-offset-4 hover:underline"
        >
          <bdi dir="ltr">{number}</bdi>
        </Link>
      ),
    },
    { id: "maker", header: t("maker"), cell: ({ maker }) => <bdi>{maker}</bdi> },
    { id: "issued", header: t("issuedAt"), cell: ({ issuedAt }) => <DateTime value={issuedAt} /> },
    {
      id: "expires",
      header: t("expiresAt"),
      cell: ({ expiresAt }) => <DateTime value={expiresAt} />,
    },
    {
      id: "standing",
      header: t("standing"),
      cell: ({ standing }) => (
        <Status tone={STANDING_TONES[standing]} {...(standing === "revoked" && { icon: OffIcon })}>
          {t(`standings.${standing}`)}
        </Status>
      ),
    },
  ];
}
