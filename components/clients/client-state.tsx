"use client";

import { useTranslations } from "next-intl";
import { OffIcon, Status, type Tone } from "@/components/ui/badge";
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
