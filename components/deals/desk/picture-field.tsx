"use client";

import { useTranslations } from "next-intl";
import { DropZone } from "react-aria-components/DropZone";
import { DealPicture } from "@/components/deals/deal-picture";
import { PictureButtons } from "@/components/kit/picture-buttons";
import { useStorePicture } from "@/components/kit/use-store-picture";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";

export interface PictureFieldProps {
  hash: string | null;
  onChange: (hash: string | null) => void;
  categoryIcon: string;
  isDisabled: boolean;
}

/** The deal's picture: chosen, dropped or pasted. The picture is stored at once and belongs to the deal when that is saved. */
export function PictureField({ hash, onChange, categoryIcon, isDisabled }: PictureFieldProps) {
  const t = useTranslations("deals.desk.picture");
  const { store, isPending, problem } = useStorePicture("deal", onChange);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <DealPicture
        image={hash === null ? "" : `/images/${hash}`}
        categoryIcon={categoryIcon}
        alt={hash === null ? "" : t("alt")}
        sizes="(width>=40rem) 14rem,100vw"
        className="rounded-xl border border-line"
      />
      <DropZone
        aria-label={t("drop")}
        isDisabled={isDisabled}
        onDrop={async ({ items }) => {
          const [dropped] = items.filter((item) => item.kind === "file");
          store(await dropped?.getFile());
        }}
        className={({ isDropTarget }) =>
          cx(
            "rounded-xl border border-line-strong border-dashed p-4",
            isDropTarget && "border-accent bg-accent-soft",
          )
        }
      >
        <div className="flex flex-wrap gap-3">
          <PictureButtons
            hash={hash}
            words={{ choose: t("choose"), replace: t("replace"), remove: t("remove") }}
            isPending={isPending}
            isDisabled={isDisabled}
            onChoose={store}
            onRemove={() => onChange(null)}
          />
        </div>
        <p className="mt-3 text-ink-faint text-sm">{t("hint")}</p>
        {problem && (
          <Notice kind="danger" isAnnounced className="mt-3">
            {problem}
          </Notice>
        )}
      </DropZone>
    </div>
  );
}
