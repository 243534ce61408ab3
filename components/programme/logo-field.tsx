"use client";

import { useTranslations } from "next-intl";
import { PictureButtons } from "@/components/kit/picture-buttons";
import { useStorePicture } from "@/components/kit/use-store-picture";
import { Notice } from "@/components/ui/notice";

/** The programme's logo, as it is shown, and the buttons that choose another one or none. */
export function LogoField({
  hash,
  onChange,
  isDisabled = false,
}: {
  hash: string | null;
  onChange: (hash: string | null) => void;
  isDisabled?: boolean;
}) {
  const t = useTranslations("programme.brand");
  const { store, isPending, problem } = useStorePicture("logo", onChange);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a field with its label above it.
    <div role="group" aria-label={t("logo")} className="grid gap-2">
      <span className="font-medium text-sm">{t("logo")}</span>
      <div className="flex flex-wrap items-center gap-3">
        {hash !== null && (
          // biome-ignore lint/performance/noImgElement: one width is enough for a logo.
          <img
            src={`/images/${hash}?width=320`}
            alt={t("logoAlt")}
            className="h-14 max-w-56 rounded-lg border border-line bg-white object-contain p-1"
          />
        )}
        <PictureButtons
          hash={hash}
          words={{ choose: t("choose"), replace: t("replace"), remove: t("remove") }}
          isPending={isPending}
          isDisabled={isDisabled}
          onChoose={store}
          onRemove={() => onChange(null)}
        />
      </div>
      <p className="text-ink-faint text-sm">{t("logoHint")}</p>
      {problem && (
        <Notice kind="danger" isAnnounced>
          {problem}
        </Notice>
      )}
    </div>
  );
}
