import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { keys } from "@/components/kit/keys";
import { StaffPage } from "@/components/staff/staff-page";
import { ACTIVITIES, merchantListSchema } from "@/lib/areas/branches/desk-schemas";
import { readMerchants } from "@/lib/areas/branches/portal";
import { ROLES } from "@/lib/areas/roles";
import { type StaffSearch, staffPageSchema, staffPolicySchema } from "@/lib/areas/staff/desk-schemas";
import { readStaffPage, readStaffPolicy } from "@/lib/areas/staff/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("staff") };
}

interface Props {
  searchParams: Promise<Partial<Record<"merchant" | "role" | "status", string | string[]>>>;
}

export default async function ManageStaffPage({ searchParams }: Props) {
  const [{ actor }, { merchant, ...chosen }] = await Promise.all([requirePageSession(), searchParams]);
  const merchantId = actor.merchantId ?? Number(merchant);
  const role = ROLES.find((one) => one === chosen.role);
  const activity = ACTIVITIES.find((one) => one === chosen.status);
  const search: StaffSearch = {
    ...(merchantId > 0 && { merchantId }),
    ...(role && { role }),
    ...(activity && { activity }),
  };
  return (
    <RoleGate path="/manage/staff">
      <Prefetched
        queries={[
          readAhead(keys.desk.merchants, merchantListSchema, () => readMerchants(actor)),
          readAhead(keys.desk.staff.list(search), staffPageSchema, () => readStaffPage(actor, search), {
            isPaged: true,
          }),
          ...(actor.role === "programme_operator"
            ? [readAhead(keys.desk.staff.policy, staffPolicySchema, () => readStaffPolicy(actor))]
            : []),
        ]}
      >
        <StaffPage />
      </Prefetched>
    </RoleGate>
  );
}
