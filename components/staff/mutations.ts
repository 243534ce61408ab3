"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import { endedSessionsSchema } from "@/lib/areas/account/schemas";
import {
  type StaffMember,
  type StaffPolicy,
  staffLinkSchema,
  staffMemberSchema,
  staffPolicySchema,
} from "@/lib/areas/staff/desk-schemas";
import type { inviteUserSchema, userChangesSchema } from "@/lib/areas/staff/schemas";
import { staffPolicyQuery } from "./queries";

/** Somebody as they are now, for whoever was told that they are others than was read. */
export function readStaffMember(userId: number): Promise<StaffMember> {
  return portalFetch(staffMemberSchema, `manage/staff/${userId}`);
}

function useStaffChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Links are shown once and kept nowhere.
    gcTime: 0,
    onSuccess: () => outdate(client, "staff"),
  });
}

export function useInvite() {
  return useStaffChange((body: input<typeof inviteUserSchema>) =>
    portalFetch(staffLinkSchema, "manage/staff", { method: "POST", body }),
  );
}

export function useUpdateStaff(userId: number) {
  return useStaffChange((body: input<typeof userChangesSchema>) =>
    portalFetch(staffMemberSchema, `manage/staff/${userId}`, { method: "PATCH", body }),
  );
}

/** A new link to choose a password with: what there was stops working at once. */
export function useIssueLink() {
  return useStaffChange((userId: number) =>
    portalFetch(staffLinkSchema, `manage/staff/${userId}/link`, { method: "POST" }),
  );
}

/** What is done to somebody without anything being typed. */
export type StaffAct = "deactivate" | "reactivate" | "resetTwoFactor";

export function useStaffAct() {
  return useStaffChange(({ userId, act }: { userId: number; act: StaffAct }) =>
    act === "resetTwoFactor"
      ? portalFetch(staffMemberSchema, `manage/staff/${userId}/two-factor`, { method: "DELETE" })
      : portalFetch(staffMemberSchema, `manage/staff/${userId}/${act}`, { method: "POST" }),
  );
}

export function useEndStaffSessions() {
  return useStaffChange((userId: number) =>
    portalFetch(endedSessionsSchema, `manage/staff/${userId}/sessions`, { method: "DELETE" }),
  );
}

/** Signs everybody who works for a merchant out, but for this session. */
export function useEndAllStaffSessions() {
  return useStaffChange((merchant: number) =>
    portalFetch(endedSessionsSchema, "manage/staff/sessions", { method: "DELETE", query: { merchant } }),
  );
}

export function useChangeStaffPolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StaffPolicy) =>
      portalFetch(staffPolicySchema, "manage/staff/policy", { method: "PUT", body }),
    onSuccess: (policy) => client.setQueryData(staffPolicyQuery.queryKey, policy),
    onError: () => client.invalidateQueries({ queryKey: staffPolicyQuery.queryKey }),
  });
}
