import { may } from "@/components/kit/may";
import { MenuRow } from "@/components/shell/menu-row";
import { readTodayAddress } from "@/components/today/read-address";
import { TodayPage } from "@/components/today/today-page";
import { programmeToday, todayPortal } from "@/lib/areas/today/portal";
import { definePage } from "../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/today",
  title: "pages.today",
  reads: (ahead, { address, session: { actor } }) => {
    const { branchId, day, filter } = readTodayAddress(address);
    const { totals } = todayPortal;
    if (branchId === "all") return may(actor, totals.endpoint) ? [ahead(totals, { query: { day } })] : [];
    const shown = branchId ?? actor.activeBranchId ?? actor.branchIds[0];
    if (shown === undefined) return [];
    const params = { branchId: shown };
    return [
      ahead(todayPortal.day, { params, query: { day } }),
      ahead.pages(todayPortal.entries, { params, query: { day, ...filter } }),
    ];
  },
  show: () => (
    <>
      <MenuRow menu="till" />
      <TodayPage today={programmeToday()} />
    </>
  ),
});

export { generateMetadata, Page as default };
