"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import type { OwnNumberChange, ReviewDecision } from "@/lib/areas/radar/schemas";
import type { VERDICTS } from "@/lib/areas/radar/words";
import { radarPersonQuery, reviewsQuery } from "./queries";

/** A change after which the server tells the whole of the person's page. */
function usePersonChange<Input>(
  userId: number,
  send: (input: Input) => { path: string; method: "POST" | "PUT" | "PATCH"; body?: unknown },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => {
      const { path, ...options } = send(input);
      return portalFetch(
        async () => (await import("@/lib/areas/radar/schemas")).radarPersonSchema,
        path,
        options,
      );
    },
    gcTime: 0,
    onSuccess: async (answer) => {
      await outdate(client, "radar");
      client.setQueryData(radarPersonQuery(userId).queryKey, answer);
    },
    // It was refused because something is not as this page believes.
    onError: () => outdate(client, "radar"),
  });
}

export function useOpenCase(userId: number) {
  return usePersonChange<undefined>(userId, () => ({ path: `radar/people/${userId}/case`, method: "POST" }));
}

export function useAssignCase(userId: number, caseId: number) {
  return usePersonChange(userId, (body: { version: number; assignedTo: number | null }) => ({
    path: `radar/cases/${caseId}`,
    method: "PATCH",
    body,
  }));
}

export function useNoteCase(userId: number, caseId: number) {
  return usePersonChange(userId, (text: string) => ({
    path: `radar/cases/${caseId}/notes`,
    method: "POST",
    body: { text },
  }));
}

export function useCloseCase(userId: number, caseId: number) {
  return usePersonChange(userId, (body: { version: number; verdict: (typeof VERDICTS)[number] }) => ({
    path: `radar/cases/${caseId}`,
    method: "PUT",
    body,
  }));
}

export function useOwnNumbers(userId: number) {
  return usePersonChange(userId, (body: OwnNumberChange) => ({
    path: `radar/people/${userId}/numbers`,
    method: "PATCH",
    body,
  }));
}

/** Lets a held movement go or refuses it; the server tells the whole list. */
export function useDecideReview(approvalId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewDecision) =>
      portalFetch(
        async () => (await import("@/lib/areas/radar/schemas")).reviewListSchema,
        `radar/reviews/${approvalId}/decision`,
        { method: "POST", body },
      ),
    gcTime: 0,
    onSuccess: async (answer) => {
      await outdate(client, "radar");
      client.setQueryData(reviewsQuery.queryKey, answer);
    },
    onError: () => outdate(client, "radar"),
  });
}
