"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import { reportCheckSchema } from "@/lib/areas/reports/schemas";

/** Compares the sums with the log; what the reports say of it is read again. */
export function useReportCheck() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => portalFetch(reportCheckSchema, "reports/check", { method: "POST" }),
    onSettled: () => outdate(cache, "reports"),
  });
}
