"use client";

import { useTranslations } from "next-intl";
import { send } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import type { Column } from "@/components/ui/table";
import { lists as api } from "@/lib/areas/lists/contract";
import type { ListViewState } from "./use-list-view";
import { useChangeView, useListChange } from "./use-list-view";

/** Which columns a list shows, kept with the open view, or else with the list. A choice takes effect at once. */
export function ColumnsDialog({
  state,
  columns: [first, ...others],
  onClose,
}: {
  state: ListViewState;
  columns: readonly NamedColumn[];
  onClose: () => void;
}) {
  const t = useTranslations("desk.lists");
  const tUi = useTranslations("ui");
  const ofView = useChangeView(state.list);
  const ofList = useListChange(state.list, (hiddenColumns: string[]) =>
    send(api.hideColumns, { params: { list: state.list }, body: { hiddenColumns } }),
  );
  const { view } = state;
  const { error, isPending, variables } =
    view === undefined
      ? { ...ofList, variables: ofList.variables }
      : { ...ofView, variables: ofView.variables?.hiddenColumns };
  // The last choice, until the server has confirmed it.
  const hidden = (isPending ? variables : undefined) ?? state.hiddenColumns;
  const hide = (ids: string[]) =>
    view === undefined ? ofList.mutate(ids) : ofView.mutate({ viewId: view.id, hiddenColumns: ids });
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={t("columns")}
      actions={
        <>
          <Button variant="quiet" isDisabled={hidden.length === 0} onPress={() => hide([])}>
            {t("allColumns")}
          </Button>
          <Button onPress={onClose}>{tUi("close")}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-soft">
          {view === undefined ? t("columnsOfList") : t("columnsOfView", { name: view.name })}
        </p>
        <ul className="grid gap-1">
          {first && (
            <li>
              <Checkbox isSelected isDisabled>
                {first.header}
              </Checkbox>
            </li>
          )}
          {others.map(({ id, header }) => (
            <li key={id}>
              <Checkbox
                isSelected={!hidden.includes(id)}
                onChange={(isShown) => hide(isShown ? hidden.filter((one) => one !== id) : [...hidden, id])}
              >
                {header}
              </Checkbox>
            </li>
          ))}
        </ul>
        <Refusal error={error} />
      </div>
    </Dialog>
  );
}

/** Name of a column; the first column always stays. */
export type NamedColumn = Pick<Column<never>, "id" | "header">;
