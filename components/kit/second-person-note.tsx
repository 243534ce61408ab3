"use client";

import type { ReactNode } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import type { Endpoint } from "@/lib/portal/contract";
import { useSendWeighed } from "./contract";
import type { SecondPersonNoteProps } from "./open-second-person-note";

/** Says before the press from where on an act needs a second person; nothing for acts whose value nobody weighs. */
export const SecondPersonNote = lazyPart<SecondPersonNoteProps>(
  async () => (await import("./open-second-person-note")).OpenSecondPersonNote,
);

/** A change by an endpoint whose act is weighed, and the note to be shown beside its button. */
export function useWeighed<It extends Endpoint>(
  endpoint: It,
): [change: ReturnType<typeof useSendWeighed<It>>, note: ReactNode] {
  return [useSendWeighed(endpoint), <SecondPersonNote key="note" act={endpoint.may} />];
}
