"use client";

import { useTranslations } from "next-intl";
import { Badge, OffIcon, Status, type Tone } from "@/components/ui/badge";
import type { ClientState } from "@/lib/areas/clients/desk-schemas";

const TONES: Record<ClientState, Tone> = {
  live: "success",
  without_secret: "warning",
  expired: "warning",
  revoked: "danger",
};

/** Whether a client can be used, in a word. */
export function ClientStatus({ state }: { state: ClientState }) {
  const t = useTranslations("clients.states");
  return (
    <Status tone={TONES[state]} {...(state === "revoked" && { icon: OffIcon })}>
      {t(state)}
    </Status>
  );
}

/** Says whether a client was issued for tests or for customers. */
export function UseBadge({ isTest }: { isTest: boolean }) {
  const t = useTranslations("clients.sandbox");
  return <Badge tone={isTest ? "warning" : "neutral"}>{t(isTest ? "test" : "live")}</Badge>;
}
