import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ask } from "@/components/kit/contract";
import { ShiftPage } from "@/components/today/shift-page";
import { shiftsPortal } from "@/lib/areas/shifts/portal";
import { shiftParamsSchema } from "@/lib/areas/shifts/schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shifts"))("report") };
}

/** The report of a shift, as it will be printed. */
export default async function Shift({ params }: { params: Promise<{ shiftId: string }> }) {
  const [session, named] = await Promise.all([requirePageSession(), params]);
  const { data } = shiftParamsSchema.safeParse(named);
  if (data === undefined) notFound();
  const { report } = shiftsPortal;
  const queries = [
    readAhead(
      ask(report.endpoint, { params: data }),
      () => answerOnPage(report, session, { params: data }) as never,
    ),
  ];
  return (
    <RoleGate path="/today">
      <Prefetched queries={queries}>
        <ShiftPage {...data} />
      </Prefetched>
    </RoleGate>
  );
}
