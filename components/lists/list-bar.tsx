"use client";

import { Bookmark, BookmarkPlus, Check, ChevronDown, Columns3, List, Save, Settings2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";
import { Menu } from "@/components/ui/menu";
import type { MenuAction } from "@/components/ui/open-menu";
import { Pressable } from "@/components/ui/pressable";
import type { Column } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import type { ListView } from "@/lib/areas/lists/schemas";
import type { NamedColumn } from "./columns-dialog";
import { ColumnsDialog } from "./columns-dialog";
import type { ListViewState } from "./use-list-view";
import { useChangeView } from "./use-list-view";
import { ViewDialog } from "./view-dialog";
import { ViewsDialog } from "./views-dialog";

/** Above a list: which view of it is open, and which columns it shows. */
export function ListBar({
  state,
  columns,
  clear,
}: {
  state: ListViewState;
  /** All that there are; absent for a list without columns. */
  columns?: readonly NamedColumn[];
  /** Takes all filters back, where there are any. */
  clear: (() => void) | false | undefined;
}) {
  const t = useTranslations("desk.lists");
  const [isOpen, setOpen] = useState<"save" | "manage" | "columns" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ViewMenu state={state} onOpen={setOpen} />
      {columns && (
        <Button size="small" variant="quiet" icon={Columns3} onPress={() => setOpen("columns")}>
          {t("columns")}
        </Button>
      )}
      {clear && (
        <Button size="small" variant="quiet" icon={X} onPress={clear}>
          {t("clear")}
        </Button>
      )}
      {isOpen === "save" && <ViewDialog state={state} onClose={close} />}
      {isOpen === "manage" && <ViewsDialog state={state} onClose={close} />}
      {isOpen === "columns" && columns && <ColumnsDialog state={state} columns={columns} onClose={close} />}
    </div>
  );
}

/** The open view by its name, and the ways to another one. */
function ViewMenu({
  state: { list, views, view, filters, isChanged, open },
  onOpen,
}: {
  state: ListViewState;
  onOpen: (dialog: "save" | "manage") => void;
}) {
  const t = useTranslations("desk.lists");
  const { textOf } = useErrorText();
  const change = useChangeView(list);
  const saveChanges = ({ id, name }: ListView) =>
    change.mutate(
      { viewId: id, filters },
      {
        onSuccess: () => toast({ kind: "success", title: t("saved", { name }) }),
        onError: (error) => toast({ kind: "problem", title: textOf(error) }),
      },
    );
  const shown = view === undefined ? t("all") : view.name;
  const actions: MenuAction[] = [
    { id: "all", label: t("all"), icon: view === undefined ? Check : List, onAction: () => open(null) },
    ...views.map((one) => ({
      ...{ id: String(one.id), label: one.name, icon: one.id === view?.id ? Check : Bookmark },
      onAction: () => open(one),
    })),
  ];
  if (view && isChanged) {
    const label = t("saveChanges", { name: view.name });
    actions.push({ id: "change", label, icon: Save, onAction: () => saveChanges(view) });
  }
  actions.push({ id: "save", label: t("saveAs"), icon: BookmarkPlus, onAction: () => onOpen("save") });
  if (views.length > 0)
    actions.push({ id: "manage", label: t("manage"), icon: Settings2, onAction: () => onOpen("manage") });
  return (
    <Menu
      label={t("views")}
      trigger={(props) => (
        <Pressable
          {...props}
          aria-label={isChanged ? t("viewChangedNamed", { name: shown }) : t("viewNamed", { name: shown })}
          className={cx(BUTTON_BASE, BUTTON_VARIANTS.quiet, BUTTON_SIZES.small, "max-w-full")}
        >
          <Bookmark aria-hidden className="size-[1.15em] shrink-0" />
          <bdi className="truncate">{shown}</bdi>
          {isChanged && <span className="shrink-0 text-ink-soft">({t("changed")})</span>}
          <ChevronDown aria-hidden className="size-4 shrink-0" />
        </Pressable>
      )}
      actions={actions}
    />
  );
}

/** The columns that a list shows: all but those that the reader does without. The first one always stays. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  view: Pick<ListViewState, "hiddenColumns"> | null,
): Column<Row>[] {
  return columns.filter(({ id }, place) => place === 0 || !view?.hiddenColumns.includes(id));
}
