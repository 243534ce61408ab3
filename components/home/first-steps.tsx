"use client";

import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { LinkButton } from "@/components/ui/link-button";
import type { FirstSteps } from "@/lib/areas/home/schemas";

const STEPS = [
  { id: "branch", path: "/manage/branches?act=new" },
  { id: "cashier", path: "/manage/staff?act=invite" },
  { id: "till", path: "/manage/tills" },
  { id: "points", path: "/till" },
] as const;

/** A new merchant's way to its first points, with whom it ends. */
export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const t = useTranslations("home.firstSteps");
  const done = { ...steps, points: false };
  const next = STEPS.find(({ id }) => !done[id])?.id;
  return (
    <Card title={t("title")} description={t("lead")}>
      <ol className="grid gap-3">
        {STEPS.map(({ id, path }) => {
          const Icon = done[id] ? CircleCheck : CircleDashed;
          return (
            <li
              key={id}
              {...(id === next && { "aria-current": "step" as const })}
              className="flex flex-wrap items-center gap-3"
            >
              <Icon
                aria-hidden
                className={cx("size-6 shrink-0", done[id] ? "text-success" : "text-ink-faint")}
              />
              <span className="me-auto">
                <span className="font-medium">{t(`${id}.title`)}</span>
                <span className="ms-2 text-ink-soft text-sm">{t(done[id] ? "done" : "open")}</span>
              </span>
              {!done[id] && (
                <span className="flex flex-wrap gap-2">
                  <LinkButton href={path} variant={id === next ? "primary" : "secondary"}>
                    {t(`${id}.act`)}
                  </LinkButton>
                  {id === "till" && (
                    <LinkButton href="/manage/clients?act=new">{t("till.client")}</LinkButton>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
