"use client";

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import { endedSessionsSchema } from "@/lib/areas/account/schemas";
import {
  type StaffMember,
  type StaffPolicy,
  type StaffSearch,
  staffLinkSchema,
  staffMemberSchema,
  staffPageSchema,
  staffPolicySchema,
  staffSessionsSchema,
} from "@/lib/areas/staff/desk-schemas";
import type { inviteUserSchema, userChangesSchema } from "@/lib/areas/staff/schemas";

/** The staff that matches, page after page; while others are being fetched, those shown last. */
export function useStaff(search: StaffSearch) {
  return useInfiniteQuery({
    queryKey: keys.desk.staff.list(search),
    queryFn: ({ pageParam, signal }) =>
      portalFetch(staffPageSchema, "manage/staff/search", {
        method: "POST",
        body: { ...search, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextAfter }) => nextAfter,
    placeholderData: keepPreviousData,
  });
}

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
    onSuccess: () => client.invalidateQueries({ queryKey: keys.desk.staff.all }),
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

export function useStaffSessions(userId: number) {
  return useQuery({
    queryKey: keys.desk.staff.sessions(userId),
    queryFn: ({ signal }) => portalFetch(staffSessionsSchema, `manage/staff/${userId}/sessions`, { signal }),
    staleTime: 0,
  });
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

/** What the programme asks of everybody who administers. */
export function useStaffPolicy() {
  return useQuery({
    queryKey: keys.desk.staff.policy,
    queryFn: ({ signal }) => portalFetch(staffPolicySchema, "manage/staff/policy", { signal }),
  });
}

export function useChangeStaffPolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StaffPolicy) =>
      portalFetch(staffPolicySchema, "manage/staff/policy", { method: "PUT", body }),
    onSuccess: (policy) => client.setQueryData(keys.desk.staff.policy, policy),
    onError: () => client.invalidateQueries({ queryKey: keys.desk.staff.policy }),
  });
}
