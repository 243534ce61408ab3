"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import { walletSettingsQuery } from "@/components/wallets/desk/queries";
import {
  consentTextSchema,
  type ProgrammeDesk,
  programmeSchema,
  type publishConsentRequestSchema,
  segmentSchema,
} from "@/lib/areas/programme/desk-schemas";
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

function useProgrammeChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => outdate(cache, "programme"),
  });
}

export function useChangeProgramme() {
  return useProgrammeChange((body: input<typeof updateProgrammeSchema>) =>
    portalFetch(programmeSchema, "manage/programme", { method: "PATCH", body }),
  );
}

export function useAddSegment() {
  return useProgrammeChange((body: input<typeof createSegmentSchema>) =>
    portalFetch(segmentSchema, "manage/segments", { method: "POST", body }),
  );
}

/** Gives a segment new rates. */
export function useChangeSegment(segmentId: number) {
  return useProgrammeChange((body: input<typeof changeSegmentSchema>) =>
    portalFetch(segmentSchema, `manage/segments/${segmentId}`, { method: "PATCH", body }),
  );
}

export function usePublishConsent() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: input<typeof publishConsentRequestSchema>) =>
      portalFetch(consentTextSchema, "manage/programme/consent", { method: "POST", body }),
    onSuccess: async () => {
      await outdate(cache, "programme");
      // Whoever enrols customers shows the words.
      await cache.invalidateQueries({ queryKey: walletSettingsQuery.queryKey });
    },
  });
}
