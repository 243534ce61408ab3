"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import { managedMerchantSchema } from "@/lib/areas/branches/desk-schemas";
import {
  consentTextSchema,
  type ProgrammeDesk,
  programmeDeskSchema,
  programmeSchema,
  segmentHistorySchema,
  segmentSchema,
} from "@/lib/areas/programme/desk-schemas";

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

type Body = Record<string, unknown>;

export function useChangeProgramme() {
  return useProgrammeChange((body: Body) =>
    portalFetch(programmeSchema, "manage/programme", { method: "PATCH", body }),
  );
}

/** Adds a segment, or gives the one that is named new rates. */
export function useSaveSegment() {
  return useProgrammeChange(({ segmentId, body }: { segmentId: number | null; body: Body }) =>
    segmentId === null
      ? portalFetch(segmentSchema, "manage/segments", { method: "POST", body })
      : portalFetch(segmentSchema, `manage/segments/${segmentId}`, { method: "PATCH", body }),
  );
}

export function usePublishConsent() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) =>
      portalFetch(consentTextSchema, "manage/programme/consent", { method: "POST", body }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: keys.programme.all });
      // Whoever enrols customers shows the words.
      await cache.invalidateQueries({ queryKey: keys.walletDesk.settings });
    },
  });
}

export function useChangeRefundRules() {
  return useProgrammeChange(({ merchantId, body }: { merchantId: number; body: Body }) =>
    portalFetch(managedMerchantSchema, `manage/merchants/${merchantId}`, { method: "PATCH", body }),
  );
}
