"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, useRequest } from "@/components/kit/contract";
import { EditorForm } from "@/components/kit/editor-form";
import { QueryState } from "@/components/kit/query-state";
import { useEditor } from "@/components/kit/use-editor";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PasswordField } from "@/components/ui/password-field";
import { QrCode } from "@/components/ui/qr-code";
import { Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { account as api } from "@/lib/areas/account/contract";

/** The PIN by which the user approves at a colleague's till or takes it over, and the badge that is scanned before it. */
export function StaffPinCard() {
  const t = useTranslations("account.staffPin");
  const query = useQuery(ask(api.pin));
  const [changes, setChanges] = useState(0);
  const { username } = useMe().user;
  return (
    <Card title={t("title")} description={t("lead")}>
      <QueryState query={query} loading={<Skeleton className="mb-4 h-6 w-48" />}>
        {({ isSet }) => <p className="mb-4 text-ink-soft">{t(isSet ? "isSet" : "notSet")}</p>}
      </QueryState>
      <PinForm
        key={changes}
        onSaved={() => {
          setChanges(changes + 1);
          toast({ kind: "success", title: t("saved") });
        }}
      />
      <div className="mt-6 flex items-center gap-4">
        <QrCode text={username} label={t("badge")} className="size-24 shrink-0 rounded-lg" />
        <p className="text-ink-soft text-sm">{t("badgeLead")}</p>
      </div>
    </Card>
  );
}

function PinForm({ onSaved }: { onSaved: () => void }) {
  const t = useTranslations("account.staffPin");
  const change = useRequest(api.setPin);
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ currentPassword: "", pin: "" }),
    create: change,
    onSaved,
  });
  return (
    <EditorForm editor={editor}>
      <PasswordField
        {...editor.field("currentPassword")}
        label={t("password")}
        autoComplete="current-password"
        name="pinPassword"
      />
      <PasswordField {...editor.field("pin")} label={t("pin")} autoComplete="none" name="staffPin" />
      <div>
        <Button type="submit" variant="primary" isPending={editor.isPending}>
          {t("save")}
        </Button>
      </div>
    </EditorForm>
  );
}
