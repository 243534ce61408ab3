"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { useErrorText } from "@/components/kit/use-language";
import { OffIcon, Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, DateTime } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { EmptyState } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import {
  type Client,
  type IssuedClientAnswer,
  ROTATION_OVERLAP_DAYS_DEFAULT,
  ROTATION_OVERLAP_DAYS_MAX,
} from "@/lib/areas/clients/desk-schemas";
import { ClientSecretDialog } from "./client-secret-dialog";
import { useRevoke, useRotateClient } from "./mutations";

type Secret = Client["secrets"][number];

/** The ClientIds that a client has and had: by their last characters, because more is not kept of them. */
export function ClientSecrets({ client }: { client: Client }) {
  const t = useTranslations("clients");
  const [isRotating, setRotating] = useState(false);
  const [revoked, setRevoked] = useState<Secret | null>(null);
  const [issued, setIssued] = useState<IssuedClientAnswer | null>(null);
  return (
    <Card
      title={t("secrets")}
      description={t("secretsLead")}
      actions={
        client.revokedAt === null && (
          <Button icon={RefreshCw} onPress={() => setRotating(true)}>
            {t("rotate")}
          </Button>
        )
      }
    >
      {client.secrets.length === 0 ? (
        <EmptyState title={t("noSecrets")} />
      ) : (
        <Table<Secret>
          label={t("secrets")}
          rows={client.secrets}
          rowKey={({ id }) => id}
          columns={[
            { id: "last4", header: t("secretEnd"), cell: ({ last4 }) => <Code>{`…${last4}`}</Code> },
            { id: "state", header: t("state"), cell: (secret) => <SecretStatus secret={secret} /> },
            { id: "created", header: t("issuedAt"), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
            {
              id: "used",
              header: t("lastUsed"),
              cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime value={lastUsedAt} /> : t("neverUsed")),
            },
          ]}
          actionsLabel={t("revoke")}
          rowActions={(secret) =>
            secret.isLive && (
              <Button
                size="small"
                variant="quiet"
                aria-label={t("revokeSecret", { last4: secret.last4 })}
                onPress={() => setRevoked(secret)}
              >
                {t("revoke")}
              </Button>
            )
          }
        />
      )}
      {isRotating && (
        <RotateDialog
          client={client}
          onIssued={(answer) => {
            setRotating(false);
            setIssued(answer);
          }}
          onClose={() => setRotating(false)}
        />
      )}
      {revoked && <RevokeSecretDialog client={client} secret={revoked} onClose={() => setRevoked(null)} />}
      {issued && <ClientSecretDialog issued={issued} onClose={() => setIssued(null)} />}
    </Card>
  );
}

function SecretStatus({ secret }: { secret: Secret }) {
  const t = useTranslations("clients");
  if (secret.revokedAt !== null)
    return (
      <Status tone="danger" icon={OffIcon}>
        {t("states.revoked")}
      </Status>
    );
  if (!secret.isLive) return <Status tone="warning">{t("states.expired")}</Status>;
  if (secret.expiresAt === null) return <Status tone="success">{t("accepted")}</Status>;
  return (
    <Status tone="warning">
      {t("acceptedUntil")} <DateTime value={secret.expiresAt} />
    </Status>
  );
}

function RotateDialog({
  client,
  onIssued,
  onClose,
}: {
  client: Client;
  onIssued: (issued: IssuedClientAnswer) => void;
  onClose: () => void;
}) {
  const t = useTranslations("clients");
  const { fieldTextOf } = useErrorText();
  const [days, setDays] = useState<number | null | undefined>(ROTATION_OVERLAP_DAYS_DEFAULT);
  const rotate = useRotateClient(client.id);
  const liveCount = client.secrets.filter(({ isLive }) => isLive).length;
  const error = rotate.error;
  const fieldError = fieldTextOf(error, "overlapDays");
  return (
    <ConfirmDialog
      title={t("rotateTitle")}
      confirmLabel={t("rotateConfirm")}
      isReady={typeof days === "number" && days <= ROTATION_OVERLAP_DAYS_MAX}
      isPending={rotate.isPending}
      error={fieldError === undefined ? rotate.error : null}
      onConfirm={() =>
        rotate.mutate({ version: client.version, overlapDays: days ?? 0 }, { onSuccess: onIssued })
      }
      onClose={onClose}
    >
      <p>{t("rotateText")}</p>
      <NumberField
        label={t("overlapDays")}
        description={t("overlapHint", { max: ROTATION_OVERLAP_DAYS_MAX })}
        value={days}
        onChange={setDays}
        errorMessage={fieldError}
      />
      {liveCount > 1 && <p className="text-warning-soft-ink">{t("rotateEndsOlder")}</p>}
    </ConfirmDialog>
  );
}

function RevokeSecretDialog({
  client,
  secret,
  onClose,
}: {
  client: Client;
  secret: Secret;
  onClose: () => void;
}) {
  const t = useTranslations("clients");
  const revoke = useRevoke(client.id);
  return (
    <ConfirmDialog
      title={t("revokeSecret", { last4: secret.last4 })}
      confirmLabel={t("revoke")}
      isDangerous
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() =>
        revoke.mutate(secret.id, {
          onSuccess: () => {
            toast({ kind: "success", title: t("secretRevoked") });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{t("revokeSecretText")}</p>
    </ConfirmDialog>
  );
}
