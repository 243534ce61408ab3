"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { firstHourQuery } from "./queries";

/** Puts the first hour away for all operators, or takes it up again. */
export function usePutAwayFirstHour() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isDismissed: boolean) =>
      portalFetch(
        async () => (await import("@/lib/areas/firsthour/schemas")).firstHourSchema,
        "manage/first-hour",
        { method: "PUT", body: { isDismissed } },
      ),
    onSuccess: (answer) => client.setQueryData(firstHourQuery.queryKey, answer),
  });
}
