"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import { useChange } from "@/components/kit/use-change";
import type { CreateReportFile } from "@/lib/areas/reports/schemas";

/** Compares the sums with the log; what the reports say of it is read again. */
export function useReportCheck() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      portalFetch(
        async () => (await import("@/lib/areas/reports/schemas")).reportCheckSchema,
        "reports/check",
        { method: "POST" },
      ),
    onSettled: () => outdate(cache, "reports"),
  });
}

/** Asks for a file of entries, which is made by and by. */
export function useAskForFile() {
  return useChange(
    (body: CreateReportFile) =>
      portalFetch(
        async () => (await import("@/lib/areas/reports/schemas")).reportFileSchema,
        "reports/files",
        { method: "POST", body },
      ),
    "reports",
  );
}
