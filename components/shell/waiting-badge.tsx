"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { useMe } from "@/components/kit/use-me";
import { CountBadge } from "@/components/ui/badge";
import { adjustments } from "@/lib/areas/adjustments/contract";
import type { Waiting } from "@/lib/areas/adjustments/schemas";

/** How many requests wait for the reader's decision, beside the word of where they are decided; nothing for none. */
export function WaitingBadge({ count }: { count: number }) {
  const t = useTranslations("shell");
  return count > 0 && <CountBadge count={count} label={t("waiting", { count })} />;
}

const NOTHING: Waiting = { adjustments: 0, imports: 0, approvals: 0, reviews: 0, settingUp: null };

/** Requests that the page of requests decides. */
export const sumOfWaiting = ({ adjustments, approvals, reviews }: Waiting) =>
  adjustments + approvals + reviews;

/** Others ask for decisions while a page is open, and some of them stand at a till with a customer. */
const WAITING_SECONDS = 5;
const FORBIDDEN = 403;

const waiting = ask(
  adjustments.waiting,
  {},
  {
    refetchOnWindowFocus: true,
    follows: ({ error }) => error?.status !== FORBIDDEN && WAITING_SECONDS,
  },
);

/** How much waits for the reader's decision; nothing for those who decide nothing. */
export function useWaiting(): Waiting {
  const isAsked = may(useMe().user, adjustments.waiting);
  return useQuery({ ...waiting, enabled: isAsked }).data ?? NOTHING;
}
