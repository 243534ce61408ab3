"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  consentTextSchema,
  type ProgrammeDesk,
  programmeDeskSchema,
  programmeSchema,
  type publishConsentRequestSchema,
  segmentHistorySchema,
  segmentSchema,
} from "@/lib/areas/programme/desk-schemas";
import type {
  changeSegmentSchema,
  createSegmentSchema,
  updateProgrammeSchema,
} from "@/lib/areas/programme/schemas";

/** The programme's rules, its segments and the merchants' refund rules. */
export function useProgramme() {
  return useQuery<ProgrammeDesk>({
    queryKey: keys.programme.desk,
    queryFn: ({ signal }) => portalFetch(programmeDeskSchema, "manage/programme", { signal }),
  });
}

/** The same as it is now, for whoever was told that it is another than they read. */
export function useReadProgramme(): () => Promise<ProgrammeDesk> {
  const cache = useQueryClient();
  return () =>
    cache.fetchQuery({
      queryKey: keys.programme.desk,
      queryFn: () => portalFetch(programmeDeskSchema, "manage/programme"),
      staleTime: 0,
    });
}

/** The rates that a segment has and had. */
export function useSegmentHistory(segmentId: number) {
  return useQuery({
    queryKey: keys.programme.segment(segmentId),
    queryFn: ({ signal }) => portalFetch(segmentHistorySchema, `manage/segments/${segmentId}`, { signal }),
    staleTime: 0,
  });
}

function useProgrammeChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.programme.all }),
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
      await cache.invalidateQueries({ queryKey: keys.programme.all });
      // Whoever enrols customers shows the words.
      await cache.invalidateQueries({ queryKey: keys.walletDesk.settings });
    },
  });
}
