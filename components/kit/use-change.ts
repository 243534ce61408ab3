"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Area, outdate } from "./query";

/**
 * A change by the portal's API, after which what is kept of these areas is read again. Requests and answers are not kept: they may hold
 * passwords, secrets and personal data.
 */
export function useChange<Variables, Answer>(
  send: (variables: Variables) => Promise<Answer>,
  ...outdates: Area[]
) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, gcTime: 0, onSuccess: () => outdate(client, ...outdates) });
}
