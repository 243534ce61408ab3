"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Area, outdate } from "./query";

/**
 * A change by the portal's API, after which what is kept of these areas is read again. What was sent, and what came back, is
 * not kept: there may be passwords, secrets and personal data in it.
 */
export function useChange<Variables, Answer>(
  send: (variables: Variables) => Promise<Answer>,
  ...outdates: Area[]
) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, gcTime: 0, onSuccess: () => outdate(client, ...outdates) });
}
