import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { shiftReportQuery } from "@/components/shifts/queries";
import { ShiftPage } from "@/components/today/shift-page";
import { readShiftReport } from "@/lib/areas/shifts/portal";
import { shiftParamsSchema } from "@/lib/areas/shifts/schemas";
import { mayOpen } from "@/lib/portal/may-open";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shifts"))("report") };
}

/** The report of a shift, as it will be printed. */
export default async function Shift({ params }: { params: Promise<{ shiftId: string }> }) {
  const [{ actor }, named] = await Promise.all([requirePageSession(), params]);
  const { data } = shiftParamsSchema.safeParse(named);
  if (data === undefined) notFound();
  const { shiftId } = data;
  const queries = mayOpen(actor.role, "/today")
    ? [readAhead(shiftReportQuery(shiftId), () => readShiftReport(actor, shiftId))]
    : [];
  return (
    <RoleGate path="/today">
      <Prefetched queries={queries}>
        <ShiftPage shiftId={shiftId} />
      </Prefetched>
    </RoleGate>
  );
}
