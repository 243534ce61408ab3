"use client";

import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";

interface Noted {
  count: number | null;
  note: string;
}

export function useOpenShift(branchId: number) {
  return useChange(
    (body: Noted) =>
      portalFetch(async () => (await import("@/lib/areas/shifts/schemas")).ownShiftSchema, "shifts", {
        method: "POST",
        body: { branchId, ...body },
      }),
    "shifts",
    "today",
  );
}

export function useCloseShift(shiftId: number) {
  return useChange(
    (body: Noted) =>
      portalFetch(
        async () => (await import("@/lib/areas/shifts/schemas")).shiftReportSchema,
        `shifts/${shiftId}/close`,
        { method: "POST", body },
      ),
    "shifts",
    "today",
  );
}

export function useHandOverShift(shiftId: number) {
  return useChange(
    (body: Noted & { toUserId: number }) =>
      portalFetch(
        async () => (await import("@/lib/areas/shifts/schemas")).shiftReportSchema,
        `shifts/${shiftId}/hand-over`,
        { method: "POST", body },
      ),
    "shifts",
    "today",
  );
}
