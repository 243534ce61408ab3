"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import type { ChangePreferencesRequest, Me } from "@/lib/areas/account/schemas";
import type { Language } from "@/lib/platform/language";

type Contract = typeof import("@/lib/areas/account/schemas");

/** These hooks are on every page, and ask for nothing while it is opened: what reads their answers comes with the first. */
const schema =
  <Name extends keyof Contract>(name: Name) =>
  async (): Promise<Contract[Name]> =>
    (await import("@/lib/areas/account/schemas"))[name];
const answers = {
  me: schema("meSchema"),
  signedIn: schema("signedInSchema"),
  sessionList: schema("sessionListSchema"),
  endedSessions: schema("endedSessionsSchema"),
  done: schema("doneSchema"),
} as const;

/** Who is signed in. The shell puts the answer into the cache before anything asks for it. */
export function useMe(): Me {
  const { data } = useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => portalFetch(answers.me, "session", { signal }),
    staleTime: 60_000,
  });
  if (data === undefined) throw new Error("useMe is for pages inside the shell.");
  return data;
}

/** Signs in. It is not kept in the cache: the password would stay there as the mutation's variables. */
export function signIn(credentials: { username: string; password: string; language?: Language }) {
  return portalFetch(answers.signedIn, "session", { method: "POST", body: credentials });
}

/** Finishes a sign-in that asked for a code. */
export function giveSecondFactor(body: { code: string; language?: Language }) {
  return portalFetch(answers.signedIn, "session/second-factor", { method: "POST", body });
}

export function useSignOut() {
  return useMutation({ mutationFn: () => portalFetch(answers.done, "session", { method: "DELETE" }) });
}

export function useChooseBranch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (branchId: number) =>
      portalFetch(answers.me, "session/branch", { method: "PUT", body: { branchId } }),
    onSuccess: (me) => client.setQueryData<Me>(keys.me, me),
  });
}

export function useSessions() {
  return useQuery({
    queryKey: keys.sessions.all,
    queryFn: ({ signal }) => portalFetch(answers.sessionList, "account/sessions", { signal }),
  });
}

/** Ends one session, or with `null` every other one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: number | null) =>
      portalFetch(
        answers.endedSessions,
        sessionId === null ? "account/sessions" : `account/sessions/${sessionId}`,
        {
          method: "DELETE",
        },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions.all }),
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (passwords: { currentPassword: string; newPassword: string }) =>
      portalFetch(answers.done, "account/password", { method: "POST", body: passwords }),
    // The variables are passwords; they are not kept.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions.all }),
  });
}

/** Remembers choices with the user, for other devices; this device keeps them in cookies anyway. */
export function savePreferences(changes: ChangePreferencesRequest) {
  return portalFetch(answers.done, "account/preferences", { method: "PATCH", body: changes });
}
