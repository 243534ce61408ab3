"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ClientSecretDialog } from "@/components/clients/client-secret-dialog";
import { send } from "@/components/kit/contract";
import { outdate } from "@/components/kit/query";
import { Refusal } from "@/components/kit/refusal";
import { LinkDialog } from "@/components/staff/link-dialog";
import { Button } from "@/components/ui/button";
import { adjustments as api } from "@/lib/areas/adjustments/contract";
import type { AskedAdjustment } from "@/lib/areas/adjustments/schemas";
import { clients } from "@/lib/areas/clients/contract";
import type { IssuedClientAnswer } from "@/lib/areas/clients/record";
import { staff } from "@/lib/areas/staff/contract";
import type { StaffLink } from "@/lib/areas/staff/desk-schemas";
import type { Endpoint } from "@/lib/portal/contract";

/** Requests whose answer has a secret, which their asker alone may see. */
const FINISHED_BY_ASKER = [
  ...[clients.create, clients.rotate, clients.rotateSigning],
  ...[staff.invite, staff.issueLink],
] as readonly Endpoint[];

/** Acts of {@link FINISHED_BY_ASKER} whose button is not that of a ClientId. */
const FINISHES = ["invite", "link", "signing"] as const;

type Finished = { endpoint: Endpoint; answer: unknown };

/** Sends an approved request of the reader's again, as it was sent, and shows the secret that it answers, this once. */
export function FinishButton({
  asked: { id: adjustmentId, summary },
}: {
  asked: Pick<AskedAdjustment, "id" | "summary">;
}) {
  const t = useTranslations("wallets.desk.adjustments");
  const client = useQueryClient();
  const [finished, setFinished] = useState<Finished | null>(null);
  const finish = useMutation({
    mutationFn: async (): Promise<Finished> => {
      const { route, params, body } = await send(api.kept, { params: { adjustmentId } });
      const endpoint = FINISHED_BY_ASKER.find(({ method, path }) => `${method} ${path}` === route);
      if (endpoint === undefined) throw new Error(`${route} is finished by no page`);
      return { endpoint, answer: await send(endpoint, { params, body } as never) };
    },
    gcTime: 0,
    onSuccess: setFinished,
  });
  const close = () => {
    setFinished(null);
    void outdate(client, "adjustments", "home", "clients", "staff", "programme");
  };
  return (
    <>
      {finished === null && (
        <Button variant="primary" size="small" isPending={finish.isPending} onPress={() => finish.mutate()}>
          {t(`finish.${FINISHES.find((act) => act === summary.act) ?? "clientId"}`)}
        </Button>
      )}
      <Refusal error={finish.error} />
      {finished?.endpoint.area === "staff" && (
        <LinkDialog issued={finished.answer as StaffLink} onClose={close} />
      )}
      {finished?.endpoint.area === "clients" && (
        <ClientSecretDialog
          kind={finished.endpoint.name === "rotateSigning" ? "signing" : "clientId"}
          issued={finished.answer as IssuedClientAnswer}
          onClose={close}
        />
      )}
    </>
  );
}
