"use client";

import { ExternalLink, MapPin, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { PlaceMap } from "@/components/kit/map/place-map";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { DealBranch } from "@/lib/areas/deals/schemas";
import { toLatinDigits } from "@/lib/platform/digits";
import { AtYourBranch } from "./deal-words";

const cardId = (branchId: number) => `branch-${branchId}`;

/** Where the deal can be had, on a map and one by one: first, when it can be had there, the branch at which the user works. */
export function DealBranches({ branches }: { branches: readonly DealBranch[] }) {
  const t = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  const { activeBranchId } = useMe();
  const isOwn = ({ id }: DealBranch) => id === activeBranchId;
  const own = branches.filter(isOwn);
  const pins = branches.flatMap((branch) =>
    branch.latitude === "" || branch.longitude === ""
      ? []
      : [
          {
            id: branch.id,
            latitude: Number(branch.latitude),
            longitude: Number(branch.longitude),
            name: inLanguage(branch.name),
          },
        ],
  );
  const show = (id: number) => document.getElementById(cardId(id))?.focus();
  return (
    <section className="mt-6 lg:mt-8">
      <h2 className="mb-3 font-semibold text-lg">{t("branches", { count: branches.length })}</h2>
      {activeBranchId !== null && own.length === 0 && (
        <Notice kind="warning" className="mb-4">
          {t("notAtYourBranch")}
        </Notice>
      )}
      {pins.length > 0 && <PlaceMap label={t("branchesMap")} pins={pins} onPick={show} className="mb-4" />}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {[...own, ...branches.filter((branch) => !isOwn(branch))].map((branch) => (
          <li key={branch.id} id={cardId(branch.id)} tabIndex={-1} className="scroll-mt-20 rounded-2xl">
            <Branch branch={branch} isOwn={isOwn(branch)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const BRANCH_LINK =
  "-ms-2 inline-flex min-h-11 items-center gap-2 rounded-lg px-2 font-medium text-accent hover:bg-hover";

function Branch({ branch, isOwn }: { branch: DealBranch; isOwn: boolean }) {
  const t = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  const name = inLanguage(branch.name);
  const address = inLanguage(branch.address);
  const map = mapAddress(branch);
  return (
    <article className="flex h-full flex-col rounded-2xl border border-line bg-surface p-4 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 font-medium">
          <bdi>{name}</bdi>
        </h3>
        {isOwn && <AtYourBranch />}
      </div>
      {address !== "" && (
        <address dir="auto" className="mt-1 text-ink-soft not-italic">
          {address}
        </address>
      )}
      <div className="mt-auto flex flex-wrap gap-x-4 pt-2 empty:hidden">
        {branch.phone !== null && (
          <a
            href={`tel:${dialled(branch.phone)}`}
            aria-label={`${t("call")} ${name}: ${branch.phone}`}
            className={BRANCH_LINK}
          >
            <Phone aria-hidden className="size-4 shrink-0" />
            <Code>{branch.phone}</Code>
          </a>
        )}
        {map !== null && (
          <a
            href={map}
            target="_blank"
            rel="noreferrer"
            aria-label={`${t("map")}: ${name} (${t("newTab")})`}
            className={BRANCH_LINK}
          >
            <MapPin aria-hidden className="size-4 shrink-0" />
            {t("map")}
            <ExternalLink aria-hidden className="size-3.5 shrink-0 text-ink-faint rtl:-scale-x-100" />
          </a>
        )}
      </div>
    </article>
  );
}

/** A telephone number as `tel:` wants it: digits, and a plus in front. */
function dialled(phone: string): string {
  return toLatinDigits(phone).replace(/[^\d+]/g, "");
}

/** The place on a map, in whatever the device opens maps with; null when it is not known. */
function mapAddress({ latitude, longitude }: DealBranch): string | null {
  if (latitude === "" || longitude === "") return null;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${latitude},${longitude}`)}`;
}
