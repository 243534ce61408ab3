import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ownShiftQuery } from "@/components/shifts/queries";
import { TillPage } from "@/components/till/till-page";
import { readOwnShift } from "@/lib/areas/shifts/portal";
import { mayOpen } from "@/lib/portal/may-open";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("till") };
}

export default async function Till() {
  const { actor, shifts } = await requirePageSession();
  const isKept = shifts !== "off" && mayOpen(actor.role, "/till");
  return (
    <RoleGate path="/till">
      <Prefetched queries={isKept ? [readAhead(ownShiftQuery, () => readOwnShift(actor))] : []}>
        <TillPage />
      </Prefetched>
    </RoleGate>
  );
}
