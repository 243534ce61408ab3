"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { OffIcon, Status, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { certification as api } from "@/lib/areas/certification/contract";
import type { CertificateAnswer } from "@/lib/areas/certification/schemas";
import { certificatePath } from "@/lib/areas/certification/words";

const TONES: Record<CertificateAnswer["standing"], Tone> = {
  valid: "success",
  expired: "warning",
  revoked: "danger",
};

/** The certificates of a client, the newest first. */
export function CertificateList({
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
        <Status tone={TONES[standing]} {...(standing === "revoked" && { icon: OffIcon })}>
          {t(`standings.${standing}`)}
        </Status>
      ),
    },
  ];
}
