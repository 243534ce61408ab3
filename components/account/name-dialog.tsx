"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Answer, ask, send, sendWeighed } from "@/components/kit/contract";
import { EditorDialog } from "@/components/kit/editor-form";
import { QueryState } from "@/components/kit/query-state";
import { useEditor } from "@/components/kit/use-editor";
import { meQuery, useMe } from "@/components/kit/use-me";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import { staff as api } from "@/lib/areas/staff/contract";

/** The reader's own name, in both scripts. */
export function NameDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("account");
  const params = { userId: useMe().user.id };
  const query = useQuery({ ...ask(api.read, { params }), staleTime: 0 });
  if (query.data !== undefined) return <NameForm person={query.data} onClose={onClose} />;
  return (
    <Dialog title={t("editName")} onClose={onClose}>
      <QueryState query={query} loading={<Skeleton className="h-40 w-full rounded-xl" />}>
        {() => null}
      </QueryState>
    </Dialog>
  );
}

function NameForm({ person, onClose }: { person: Answer<typeof api.read>; onClose: () => void }) {
  const t = useTranslations("account");
  const client = useQueryClient();
  const params = { userId: person.id };
  const editor = useEditor({
    record: person,
    fieldsOf: ({ name, nameAr }) => ({ name, nameAr: nameAr ?? "" }),
    change: {
      schema: async () => (await import("@/lib/areas/staff/record")).changes,
      send: (body) => sendWeighed(api.update, { params, body }),
      read: () => send(api.read, { params }),
    },
    said: t("nameSaved"),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
      onClose();
    },
  });
  return (
    <EditorDialog title={t("editName")} submitLabel={t("saveName")} editor={editor} onClose={onClose}>
      <TextField label={t("name")} {...editor.field("name")} autoComplete="name" dir="auto" isRequired />
      <TextField
        label={t("nameAr")}
        description={t("nameArHint")}
        {...editor.field("nameAr")}
        autoComplete="off"
        dir="auto"
      />
    </EditorDialog>
  );
}
