"use client";

import { ListOrdered } from "lucide-react";
import { useTranslations } from "next-intl";
import { UnsavedGuard } from "@/components/kit/unsaved-guard";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast-queue";
import type { ListedDeal } from "@/lib/areas/deals/desk-schemas";
import type { DealOrder } from "./use-deal-order";

/** Saves a changed order or gives it up, and says which deal was moved last. */
export function OrderBar({ order, deals }: { order: DealOrder; deals: readonly ListedDeal[] }) {
  const t = useTranslations("deals.desk.order");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const { isDirty, problem } = order;
  const moved = isDirty ? deals.find(({ id }) => id === order.movedId) : undefined;
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      {problem && (
        <Notice kind="danger" isAnnounced className="mt-4">
          {problem === "behind" ? t("conflict") : textOf(problem)}
        </Notice>
      )}
      <div
        data-list-bar={isDirty || undefined}
        className={
          isDirty
            ? "sticky bottom-(--foot) z-10 mt-4 flex flex-wrap items-center gap-3 border-line border-t bg-canvas py-3"
            : undefined
        }
      >
        <p role="status" className="me-auto">
          {moved && t("moved", { name: inLanguage(moved.title), place: order.placeOf(moved.id) + 1 })}
        </p>
        {isDirty && (
          <>
            <Button variant="quiet" onPress={order.reset}>
              {t("reset")}
            </Button>
            <Button
              variant="primary"
              icon={ListOrdered}
              isPending={order.isSaving}
              onPress={() => order.save(() => toast({ kind: "success", title: t("saved") }))}
            >
              {t("save")}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
