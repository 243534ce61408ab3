"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { required } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import type { createTemplateSchema, DeskTemplate, updateTemplateSchema } from "@/lib/areas/coupons/schemas";
import { ISSUE_LINES_MAX } from "@/lib/areas/coupons/words";
import { templatesQuery } from "./queries";

function useTemplateMutation<Input>(
  send: (input: Input) => { path: string; method: "POST" | "PUT" | "PATCH"; body: unknown },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => {
      const { path, ...options } = send(input);
      return portalFetch(
        async () => (await import("@/lib/areas/coupons/schemas")).deskTemplatesSchema,
        path,
        options,
      );
    },
    onSuccess: (answer) => client.setQueryData(templatesQuery.queryKey, answer),
    onError: () => outdate(client, "coupons"),
  });
}

/** A template as it is now, for whoever was told that it is another than they read. */
export async function readTemplate(templateId: number): Promise<DeskTemplate> {
  const { templates } = await portalFetch(
    async () => (await import("@/lib/areas/coupons/schemas")).deskTemplatesSchema,
    "manage/coupons",
  );
  return required(templates.find(({ id }) => id === templateId));
}

export function useAddTemplate() {
  return useTemplateMutation((body: input<typeof createTemplateSchema>) => ({
    ...{ path: "manage/coupons", method: "POST", body },
  }));
}

export function useChangeTemplate(templateId: number) {
  return useTemplateMutation((body: input<typeof updateTemplateSchema>) => ({
    ...{ path: `manage/coupons/${templateId}`, method: "PUT", body },
  }));
}

/** Puts a template into use, or out of it. */
export function useSwitchTemplate() {
  return useTemplateMutation(
    ({ id, version, state }: { id: number; version: number; state: "live" | "stopped" }) => ({
      ...{ path: `manage/coupons/${id}`, method: "PATCH", body: { version, state } },
    }),
  );
}

export function useIssueByHand(templateId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (walletCode: string) =>
      portalFetch(
        async () => (await import("@/lib/areas/coupons/schemas")).issuedByHandSchema,
        `manage/coupons/${templateId}/issue`,
        {
          ...{ method: "POST", body: { walletCode } },
        },
      ),
    onSuccess: () => outdate(client, "coupons"),
  });
}

export function useFindCoupon() {
  return useMutation({
    mutationFn: (number: string) =>
      portalFetch(
        async () => (await import("@/lib/areas/coupons/schemas")).scannedCouponSchema,
        "manage/coupons/find",
        { method: "POST", body: { number } },
      ),
  });
}

/** Sends the lines of a file in parts, and has the coupons issued. */
export function useIssueByFile(templateId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      fileName,
      walletCodes,
      unnamed,
    }: {
      fileName: string;
      walletCodes: readonly string[];
      unnamed: number;
    }) => {
      const body = { templateId, fileName, unnamed };
      const issue = await portalFetch(
        async () => (await import("@/lib/areas/coupons/schemas")).deskIssueSchema,
        "manage/coupons/issues",
        { method: "POST", body },
      );
      for (let after = 0; ; after += ISSUE_LINES_MAX) {
        const part = walletCodes.slice(after, after + ISSUE_LINES_MAX);
        const isLast = after + ISSUE_LINES_MAX >= walletCodes.length;
        await portalFetch(
          async () => (await import("@/lib/areas/coupons/schemas")).deskIssueSchema,
          `manage/coupons/issues/${issue.id}/lines`,
          {
            ...{ method: "POST", body: { after, walletCodes: part, isLast } },
          },
        );
        if (isLast) return issue;
      }
    },
    onSettled: () => outdate(client, "coupons"),
  });
}
