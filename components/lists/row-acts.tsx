"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { LinkButton } from "@/components/ui/link-button";
import { Menu } from "@/components/ui/menu";

/** An act on a row, which opens a form or a page. */
export type RowAct<Form extends string> = {
  label: string;
  /** The label with the record's name, for screen readers. */
  name?: string;
  /** Drawn in place of the label. */
  icon?: LucideIcon;
  isDangerous?: boolean;
  /** The label changes with the record; the buttons before it stay where they are. */
  isSwitch?: boolean;
} & ({ href: string } | { form: Form /** In the menu behind the buttons. */; isInMenu?: boolean });

/** The acts on a row. */
export function RowActs<Form extends string>({
  acts,
  name,
  onOpen,
}: {
  acts: readonly RowAct<Form>[];
  /** The record's name. */
  name: string;
  onOpen: (form: Form) => void;
}) {
  const t = useTranslations("desk.lists");
  const inMenu = acts.flatMap((act) => ("form" in act && act.isInMenu ? [act] : []));
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1">
      {acts.map((act) =>
        "href" in act ? (
          <LinkButton key={act.label} href={act.href} variant="quiet" size="small">
            {act.label}
          </LinkButton>
        ) : (
          !act.isInMenu && <ActButton key={act.label} act={act} onPress={() => onOpen(act.form)} />
        ),
      )}
      {inMenu.length > 0 && (
        <Menu
          label={t("moreOf", { name })}
          trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t("moreOf", { name })} />}
          actions={inMenu.map(({ label, icon, isDangerous, form }) => ({
            ...{ id: form, label, onAction: () => onOpen(form) },
            ...(icon && { icon }),
            ...(isDangerous && { isDangerous }),
          }))}
        />
      )}
    </span>
  );
}

function ActButton({ act, onPress }: { act: RowAct<string>; onPress: () => void }) {
  const { label, name = label, icon, isSwitch } = act;
  if (icon) return <IconButton icon={icon} label={name} onPress={onPress} />;
  return (
    <Button
      size="small"
      variant="quiet"
      {...(isSwitch && { className: "min-w-28" })}
      aria-label={name}
      onPress={onPress}
    >
      {label}
    </Button>
  );
}
