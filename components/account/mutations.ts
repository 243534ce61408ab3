"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import { meQuery } from "@/components/kit/use-me";
import type { ChangePreferencesRequest } from "@/lib/areas/account/schemas";
import type { Language } from "@/lib/platform/language";
import { answer } from "./answers";
import { sessionsQuery } from "./queries";

/** Signs in. It is not kept in the cache: the password would stay there as the mutation's variables. */
export function signIn(credentials: { username: string; password: string; language?: Language }) {
  return portalFetch(answer("signedInSchema"), "session", { method: "POST", body: credentials });
}

/** Finishes a sign-in that asked for a code. */
export function giveSecondFactor(body: { code: string; language?: Language }) {
  return portalFetch(answer("signedInSchema"), "session/second-factor", { method: "POST", body });
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => portalFetch(answer("doneSchema"), "session", { method: "DELETE" }),
  });
}

export function useChooseBranch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (branchId: number) =>
      portalFetch(answer("meSchema"), "session/branch", { method: "PUT", body: { branchId } }),
    onSuccess: (me) => client.setQueryData(meQuery.queryKey, me),
  });
}

/** Ends one session, or with `null` every other one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: number | null) =>
      portalFetch(
        answer("endedSessionsSchema"),
        sessionId === null ? "account/sessions" : `account/sessions/${sessionId}`,
        { method: "DELETE" },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Makes a device of the user unknown again. */
export function useForgetDevice() {
  return useChange(
    (deviceId: number) =>
      portalFetch(answer("doneSchema"), `account/devices/${deviceId}`, { method: "DELETE" }),
    "account",
  );
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (passwords: { currentPassword: string; newPassword: string }) =>
      portalFetch(answer("doneSchema"), "account/password", { method: "POST", body: passwords }),
    // The variables are passwords; they are not kept.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Gives whoever holds the link a password and signs in with it; the link is used up. */
export function useChoosePassword() {
  return useChange((body: { token: string; password: string; language?: Language }) =>
    portalFetch(answer("chosenPasswordSchema"), "link/password", { method: "POST", body }),
  );
}

/** Remembers choices with the user, for other devices; this device keeps them in cookies anyway. */
export function savePreferences(changes: ChangePreferencesRequest) {
  return portalFetch(answer("doneSchema"), "account/preferences", { method: "PATCH", body: changes });
}

/** Sets the PIN by which the user approves at somebody else's till. */
export function useSetStaffPin() {
  return useChange(
    (body: { currentPassword: string; pin: string }) =>
      portalFetch(answer("doneSchema"), "account/pin", { method: "POST", body }),
    "account",
  );
}
