"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import type { ProgrammeDesk, publishConsentRequestSchema } from "@/lib/areas/programme/desk-schemas";
import type {
  changeSegmentSchema,
  createSegmentSchema,
  updateProgrammeSchema,
} from "@/lib/areas/programme/schemas";
import { programmeQuery } from "./queries";

/** Reads the programme as it is now, for whoever was told that it is another than they read. */
export function useReadProgramme(): () => Promise<ProgrammeDesk> {
  const cache = useQueryClient();
  return () => cache.fetchQuery({ ...programmeQuery, staleTime: 0 });
}

export function useChangeProgramme() {
  return useChange(
    (body: input<typeof updateProgrammeSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/programme/desk-schemas")).programmeSchema,
        "manage/programme",
        { method: "PATCH", body },
      ),
    "programme",
  );
}

export function useAddSegment() {
  return useChange(
    (body: input<typeof createSegmentSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/programme/desk-schemas")).segmentSchema,
        "manage/segments",
        { method: "POST", body },
      ),
    "programme",
  );
}

/** Gives a segment new rates. */
export function useChangeSegment(segmentId: number) {
  return useChange(
    (body: input<typeof changeSegmentSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/programme/desk-schemas")).segmentSchema,
        `manage/segments/${segmentId}`,
        { method: "PATCH", body },
      ),
    "programme",
  );
}

export function usePublishConsent() {
  return useChange(
    (body: input<typeof publishConsentRequestSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/programme/desk-schemas")).consentTextSchema,
        "manage/programme/consent",
        { method: "POST", body },
      ),
    "programme",
    // Whoever enrols customers shows the words.
    "wallets",
  );
}
