"use client";

import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import { ownShiftSchema, shiftReportSchema } from "@/lib/areas/shifts/schemas";

interface Noted {
  count: number | null;
  note: string;
}

export function useOpenShift(branchId: number) {
  return useChange(
    (body: Noted) => portalFetch(ownShiftSchema, "shifts", { method: "POST", body: { branchId, ...body } }),
    "shifts",
    "today",
  );
}

export function useCloseShift(shiftId: number) {
  return useChange(
    (body: Noted) => portalFetch(shiftReportSchema, `shifts/${shiftId}/close`, { method: "POST", body }),
    "shifts",
    "today",
  );
}

export function useHandOverShift(shiftId: number) {
  return useChange(
    (body: Noted & { toUserId: number }) =>
      portalFetch(shiftReportSchema, `shifts/${shiftId}/hand-over`, { method: "POST", body }),
    "shifts",
    "today",
  );
}
