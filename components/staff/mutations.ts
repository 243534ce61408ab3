"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import type { StaffMember, StaffPolicy } from "@/lib/areas/staff/desk-schemas";
import type { inviteUserSchema, userChangesSchema } from "@/lib/areas/staff/schemas";
import { staffPolicyQuery } from "./queries";

/** Somebody as they are now, for whoever was told that they are others than was read. */
export function readStaffMember(userId: number): Promise<StaffMember> {
  return portalFetch(
    async () => (await import("@/lib/areas/staff/desk-schemas")).staffMemberSchema,
    `manage/staff/${userId}`,
  );
}

export function useInvite() {
  return useChange(
    (body: input<typeof inviteUserSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/staff/desk-schemas")).staffLinkSchema,
        "manage/staff",
        { method: "POST", body },
      ),
    "staff",
  );
}

export function useUpdateStaff(userId: number) {
  return useChange(
    (body: input<typeof userChangesSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/staff/desk-schemas")).staffMemberSchema,
        `manage/staff/${userId}`,
        { method: "PATCH", body },
      ),
    "staff",
  );
}

/** A new link to choose a password with: what there was stops working at once. */
export function useIssueLink() {
  return useChange(
    (userId: number) =>
      portalFetch(
        async () => (await import("@/lib/areas/staff/desk-schemas")).staffLinkSchema,
        `manage/staff/${userId}/link`,
        { method: "POST" },
      ),
    "staff",
  );
}

/** What is done to somebody without anything being typed. */
export type StaffAct = "deactivate" | "reactivate" | "resetTwoFactor";

export function useStaffAct() {
  return useChange(
    ({ userId, act }: { userId: number; act: StaffAct }) =>
      act === "resetTwoFactor"
        ? portalFetch(
            async () => (await import("@/lib/areas/staff/desk-schemas")).staffMemberSchema,
            `manage/staff/${userId}/two-factor`,
            { method: "DELETE" },
          )
        : portalFetch(
            async () => (await import("@/lib/areas/staff/desk-schemas")).staffMemberSchema,
            `manage/staff/${userId}/${act}`,
            { method: "POST" },
          ),
    "staff",
  );
}

export function useEndStaffSessions() {
  return useChange(
    (userId: number) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).endedSessionsSchema,
        `manage/staff/${userId}/sessions`,
        { method: "DELETE" },
      ),
    "staff",
  );
}

/** Signs everybody who works for a merchant out, but for this session. */
export function useEndAllStaffSessions() {
  return useChange(
    (merchant: number) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).endedSessionsSchema,
        "manage/staff/sessions",
        { method: "DELETE", query: { merchant } },
      ),
    "staff",
  );
}

export function useChangeStaffPolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StaffPolicy) =>
      portalFetch(
        async () => (await import("@/lib/areas/staff/desk-schemas")).staffPolicySchema,
        "manage/staff/policy",
        { method: "PUT", body },
      ),
    onSuccess: (policy) => client.setQueryData(staffPolicyQuery.queryKey, policy),
    onError: () => client.invalidateQueries({ queryKey: staffPolicyQuery.queryKey }),
  });
}
