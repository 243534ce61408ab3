"use client";

import { Pencil, Star, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { send } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useSinglePress } from "@/components/kit/use-single-press";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { lists as api } from "@/lib/areas/lists/contract";
import type { ListView } from "@/lib/areas/lists/schemas";
import type { ListViewState } from "./use-list-view";
import { useChangeView, useListChange } from "./use-list-view";
import { ViewDialog } from "./view-dialog";

/** The saved views of a list: which one it opens with, what they are called, and which are no longer needed. */
export function ViewsDialog({ state, onClose }: { state: ListViewState; onClose: () => void }) {
  const t = useTranslations("desk.lists");
  const tUi = useTranslations("ui");
  const press = useSinglePress();
  const change = useChangeView(state.list);
  const remove = useListChange(state.list, (viewId: number) =>
    send(api.removeListView, { params: { list: state.list, viewId } }),
  );
  const [renamed, setRenamed] = useState<ListView | null>(null);
  const error = change.error ?? remove.error;
  if (renamed !== null)
    return <ViewDialog state={state} renamed={renamed} onClose={() => setRenamed(null)} />;
  return (
    <Dialog onClose={onClose} title={t("manage")} actions={<Button onPress={onClose}>{tUi("close")}</Button>}>
      <div className="grid gap-4">
        <Refusal error={error} />
        {state.views.length === 0 && <p className="text-ink-soft">{t("none")}</p>}
        <ul className="divide-y divide-line empty:hidden">
          {state.views.map((view, place) => (
            <li key={view.id} className="flex items-center gap-2 py-2">
              <span className="min-w-0 flex-1">
                <bdi className="block break-words font-medium">{view.name}</bdi>
                {place === 0 && <span className="text-ink-soft text-sm">{t("opensWith")}</span>}
              </span>
              {place > 0 && (
                <IconButton
                  icon={Star}
                  label={t("makeFirst", { name: view.name })}
                  onPress={() => change.mutate({ viewId: view.id, isFirst: true })}
                />
              )}
              <IconButton
                icon={Pencil}
                label={t("rename", { name: view.name })}
                onPress={() => setRenamed(view)}
              />
              <IconButton
                icon={Trash2}
                label={t("remove", { name: view.name })}
                onPress={() => press(() => remove.mutate(view.id))}
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
