"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSendWeighed } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { useNavigation } from "@/components/kit/use-navigation";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { programme as api } from "@/lib/areas/programme/contract";
import type { Programme } from "@/lib/areas/programme/record";
import { LogoField } from "./logo-field";

/** Asks for name and logo, and saves both together. `startsEmpty`: the name that a new programme brings is nobody's choice. */
export function BrandForm({
  programme,
  onDone,
  submitLabel,
  startsEmpty = false,
}: {
  programme: Programme;
  onDone: () => void;
  submitLabel?: string;
  startsEmpty?: boolean;
}) {
  const t = useTranslations("programme");
  // Names and a logo give nothing.
  const change = useSendWeighed(api.change);
  const { refresh } = useNavigation();
  const [names, setNames] = useState(
    startsEmpty ? { nameEn: "", nameAr: "" } : { nameEn: programme.nameEn, nameAr: programme.nameAr },
  );
  const [logoHash, setLogoHash] = useState(programme.logoHash);
  const isReady = names.nameEn.trim() !== "" && names.nameAr.trim() !== "";
  const save = () =>
    change.mutate(
      { body: { version: programme.version, ...names, logoHash } },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("brand.saved") });
          // The head of this page is drawn by the server.
          refresh();
          onDone();
        },
      },
    );
  return (
    <Form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) save();
      }}
    >
      {(["nameEn", "nameAr"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`rule.${name}`)}
          value={names[name]}
          onChange={(value) => setNames({ ...names, [name]: value })}
          maxLength={120}
          autoComplete="off"
          isRequired
        />
      ))}
      <LogoField hash={logoHash} onChange={setLogoHash} isDisabled={change.isPending} />
      <Refusal error={change.error && toPortalError(change.error)} />
      <div>
        <Button type="submit" variant="primary" isPending={change.isPending} isDisabled={!isReady}>
          {submitLabel ?? t("brand.save")}
        </Button>
      </div>
    </Form>
  );
}
