"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import type { Client } from "@/lib/areas/clients/desk-schemas";
import type { changeClientSchema, createClientSchema, rotateSecretSchema } from "@/lib/areas/clients/schemas";
import { clientQuery, sandboxQuery } from "./queries";

/** A client as it is now, for whoever was told that it is another than they read. */
export function readClient(clientId: number): Promise<Client> {
  return portalFetch(
    async () => (await import("@/lib/areas/clients/desk-schemas")).clientSchema,
    `manage/clients/${clientId}`,
  );
}

/** After any change: the client as the server answered it, and every list anew. */
function useKeepClient() {
  const cache = useQueryClient();
  return (client: Client) => {
    cache.setQueryData(clientQuery(client.id).queryKey, client);
    return cache.invalidateQueries({ queryKey: ["clients", "list"] });
  };
}

/** Issues a client. Its ClientId is in the answer and is not kept when the component that asked is gone. */
export function useIssueClient() {
  const keep = useKeepClient();
  return useMutation({
    mutationFn: (body: input<typeof createClientSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/clients/desk-schemas")).issuedClientSchema,
        "manage/clients",
        { method: "POST", body },
      ),
    gcTime: 0,
    onSuccess: ({ client }) => keep(client),
  });
}

export function useChangeClient(clientId: number) {
  const keep = useKeepClient();
  return useMutation({
    mutationFn: (body: input<typeof changeClientSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/clients/desk-schemas")).clientSchema,
        `manage/clients/${clientId}`,
        { method: "PATCH", body },
      ),
    onSuccess: keep,
  });
}

/** What a client has secrets for: to name itself, and to sign. */
export type ClientSecretKind = "clientId" | "signing";

/** Gives a client a new ClientId, or a new secret to sign with; the answer carries it, this once. */
export function useRotateClient(clientId: number, kind: ClientSecretKind) {
  const keep = useKeepClient();
  return useMutation({
    mutationFn: (body: input<typeof rotateSecretSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/clients/desk-schemas")).issuedClientSchema,
        `manage/clients/${clientId}/${kind === "signing" ? "signing" : "rotate"}`,
        { method: "POST", body },
      ),
    gcTime: 0,
    onSuccess: ({ client }) => keep(client),
  });
}

/** Revokes one of a client's secrets, or with `null` the client itself. */
export function useRevoke(clientId: number, kind: ClientSecretKind = "clientId") {
  const keep = useKeepClient();
  return useMutation({
    mutationFn: (secretId: number | null) =>
      portalFetch(
        async () => (await import("@/lib/areas/clients/desk-schemas")).clientSchema,
        secretId === null
          ? `manage/clients/${clientId}/revoke`
          : `manage/clients/${clientId}/${kind === "signing" ? "signing" : "secrets"}/${secretId}/revoke`,
        { method: "POST" },
      ),
    onSuccess: keep,
  });
}

/** Examples that work when they are sent now. Asked for anew each time, as what can be refunded or cancelled changes. */
export function useTryItExamples() {
  return useMutation({
    mutationFn: () =>
      portalFetch(
        async () => (await import("@/lib/areas/clients/desk-schemas")).tryItExamplesSchema,
        "manage/clients/examples",
      ),
  });
}

/** Brings the test wallets of a client back to where they began. */
export function useResetSandbox(clientId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      portalFetch(
        async () => (await import("@/lib/areas/sandbox/schemas")).sandboxSchema,
        `manage/clients/${clientId}/sandbox/reset`,
        { method: "POST" },
      ),
    onSuccess: (sandbox) => cache.setQueryData(sandboxQuery(clientId).queryKey, sandbox),
  });
}
