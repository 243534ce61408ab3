"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useNavigation } from "@/components/kit/use-navigation";
import { LinkButton } from "@/components/shell/link-button";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
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
  /** In the menu behind the buttons. */
  isInMenu?: boolean;
} & ({ form: Form } | { href: string });

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
  const inMenu = acts.filter(({ isInMenu }) => isInMenu);
  const navigation = useNavigation();
  const begin = (act: RowAct<Form>) => ("form" in act ? onOpen(act.form) : navigation.push(act.href));
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1">
      {acts
        .filter(({ isInMenu }) => !isInMenu)
        .map((act) => (
          <ActButton key={act.label} act={act} onPress={() => begin(act)} />
        ))}
      {inMenu.length > 0 && (
        <Menu
          label={t("moreOf", { name })}
          trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t("moreOf", { name })} />}
          actions={inMenu.map(({ name: _, isSwitch: __, isInMenu: ___, ...act }) => ({
            ...{ id: act.label, isDangerous: false, ...act },
            onAction: () => begin(act),
          }))}
        />
      )}
    </span>
  );
}

function ActButton({ act, onPress }: { act: RowAct<string>; onPress: () => void }) {
  const { label, name = label, icon, isSwitch } = act;
  if (icon) return <IconButton icon={icon} label={name} onPress={onPress} />;
  if ("href" in act)
    return (
      <LinkButton href={act.href} variant="quiet" size="small">
        {label}
      </LinkButton>
    );
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
