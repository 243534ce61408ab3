import { useEffect, useEffectEvent } from "react";
import { readKeptSales, writeKeptSales } from "./kept-sales";
import { salesToKeep } from "./till-sale";
import type { Till } from "./use-till";

/** Keeps open sales of this branch in the tab: for the till after another page, a reload, or a change of cashier. */
export function useKeptSales({ state, send }: Till, branchId: number): void {
  const restore = useEffectEvent(() => send({ type: "restored", left: readKeptSales(branchId) }));
  useEffect(() => restore(), []);
  useEffect(() => {
    if (state.isRestored) writeKeptSales(branchId, salesToKeep(state));
  }, [state, branchId]);
}
