"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { printedOf } from "./printed-keys";

interface ShortcutHelpProps {
  onClose: () => void;
  /** Shows the help in place of the keys. */
  onHelp: () => void;
  shortcuts: readonly Shortcut[];
}

/** Every shortcut there is on this page. */
export function ShortcutHelp({ onClose, onHelp, shortcuts }: ShortcutHelpProps) {
  const t = useTranslations("shortcuts");
  const ofSection = (section: Shortcut["section"]) =>
    shortcuts.filter((shortcut) => shortcut.section === section);
  const page = ofSection("page");
  return (
    <Dialog onClose={onClose} title={t("title")}>
      <Button variant="quiet" className="-ms-3 mb-2" onPress={onHelp}>
        {t("help")}
      </Button>
      <p className="text-ink-soft">{t("lead")}</p>
      {page.length > 0 && <KeyList title={t("page")} rows={rowsOf(page)} />}
      <KeyList
        title={t("general")}
        rows={[
          ...rowsOf(ofSection("general")),
          { label: t("next"), ways: [["Tab"]] },
          { label: t("rows"), ways: [["↑"], ["↓"]] },
          { label: t("activate"), ways: [["Enter"]] },
          { label: t("close"), ways: [["Esc"]] },
        ]}
      />
    </Dialog>
  );
}

interface KeyRow {
  label: string;
  /** Each way is a sequence of keys. */
  ways: readonly (readonly string[])[];
}

/** One row for all ways to the same. */
function rowsOf(shortcuts: readonly Shortcut[]): KeyRow[] {
  const labels = [...new Set(shortcuts.map(({ label }) => label))];
  return labels.map((label) => ({
    label,
    ways: shortcuts.filter((shortcut) => shortcut.label === label).map(({ keys }) => keys),
  }));
}

function KeyList({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  const t = useTranslations("shortcuts");
  return (
    <section className="mt-5">
      <h3 className="mb-1 font-medium text-ink-faint text-sm">{title}</h3>
      <dl>
        {rows.map(({ label, ways }) => (
          <div
            key={label}
            className="flex items-center justify-between gap-4 border-line border-b py-2 last:border-b-0"
          >
            <dt>{label}</dt>
            <dd className="flex shrink-0 items-center gap-1.5 text-ink-faint text-sm">
              {ways.map((keys, place) => (
                <Fragment key={keys.join()}>
                  {place > 0 && <span>{t("or")}</span>}
                  {keys.map((key, position) => (
                    <Fragment key={key}>
                      {position > 0 && <span>{t("then")}</span>}
                      {printedOf(key).map((printed) => (
                        <Kbd key={printed}>{printed}</Kbd>
                      ))}
                    </Fragment>
                  ))}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export interface Shortcut {
  /**
   * Keys pressed in sequence. Letters and "/" are meant by their place on the keyboard (`KeyboardEvent.code` without
   * "Key"), so that they are the same with an Arabic layout; other keys by their name (`KeyboardEvent.key`). "Mod+K" is K with Ctrl,
   * on a Mac with ⌘.
   */
  keys: readonly string[];
  label: string;
  onUse: () => void;
  /** Function keys also work while something is being typed; letters never do. */
  isForTyping?: boolean;
  section?: "general" | "page";
}
