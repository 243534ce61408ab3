"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Programme } from "@/lib/areas/programme/record";
import { BrandForm } from "./brand-form";

/** Name and logo of the programme, as customers see them. */
export function BrandCard({ programme }: { programme: Programme }) {
  const t = useTranslations("programme.brand");
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title={t("title")}
      description={t("lead")}
      actions={
        !isEditing && (
          <Button icon={Pencil} onPress={() => setEditing(true)}>
            {t("change")}
          </Button>
        )
      }
    >
      {isEditing ? (
        <BrandForm programme={programme} onDone={() => setEditing(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          {programme.logoHash !== null && (
            // biome-ignore lint/performance/noImgElement: one width is enough for a logo.
            <img
              src={`/images/${programme.logoHash}?width=320`}
              alt=""
              className="h-14 max-w-56 rounded-lg border border-line bg-white object-contain p-1"
            />
          )}
          <p className="grid font-medium">
            <bdi lang="en">{programme.nameEn}</bdi>
            <bdi lang="ar">{programme.nameAr}</bdi>
          </p>
        </div>
      )}
    </Card>
  );
}
