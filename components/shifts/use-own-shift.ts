import { useQuery } from "@tanstack/react-query";
import { ask } from "@/components/kit/contract";
import { shifts } from "@/lib/areas/shifts/contract";

/** The user's own shift that is open. */
export const useOwnShift = ({ enabled = true } = {}) =>
  useQuery({ ...ask(shifts.own, {}, { staleTime: 60_000 }), enabled });
