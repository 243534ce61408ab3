"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { send } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { lists as api } from "@/lib/areas/lists/contract";
import type { ListView, SaveListView } from "@/lib/areas/lists/schemas";
import type { ListViewState } from "./use-list-view";
import { useChangeView, useListChange } from "./use-list-view";

const NAME_LENGTH_MAX = 60;
const FORM = "list-view";

interface ViewDialogProps {
  state: ListViewState;
  /** Absent for a new one. */
  renamed?: ListView;
  onClose: () => void;
}

/** Saves what is shown now as a view, or gives a view another name. */
export function ViewDialog({ state, renamed, onClose }: ViewDialogProps) {
  const t = useTranslations("desk.lists");
  const tUi = useTranslations("ui");
  const { fieldTextOf } = useErrorText();
  const [name, setName] = useState(renamed?.name ?? "");
  const save = useListChange(state.list, (body: SaveListView) =>
    send(api.saveListView, { params: { list: state.list }, body }),
  );
  const change = useChangeView(state.list);
  const { error, isPending } = renamed === undefined ? save : change;
  const known = new Set(state.views.map(({ id }) => id));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (renamed !== undefined) {
      change.mutate({ viewId: renamed.id, name }, { onSuccess: onClose });
      return;
    }
    save.mutate(
      { name, filters: state.filters, hiddenColumns: [...state.hiddenColumns] },
      {
        onSuccess: ({ views }) => {
          const made = views.find(({ id }) => !known.has(id));
          if (made) state.name(made);
          toast({ kind: "success", title: t("saved", { name: name.trim() }) });
          onClose();
        },
      },
    );
  };
  const problem = fieldTextOf(error, "name");
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={renamed === undefined ? t("saveAs") : t("renameTitle")}
      actions={
        <>
          <Button onPress={onClose}>{tUi("close")}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            isPending={isPending}
            isDisabled={name.trim() === ""}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={submit} className="grid gap-4">
        <TextField
          label={t("name")}
          {...(renamed === undefined && { description: t("nameHint") })}
          value={name}
          onChange={setName}
          maxLength={NAME_LENGTH_MAX}
          autoComplete="off"
          autoFocus
          {...(problem !== undefined && { errorMessage: problem })}
        />
        <Refusal error={problem === undefined ? error : null} />
      </Form>
    </Dialog>
  );
}
