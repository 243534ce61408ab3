"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ConsentText } from "@/lib/areas/programme/desk-schemas";

const ConsentForm = lazyPart(async () => (await import("./consent-form")).ConsentForm);

/** The words that customers agree to when they join, in both languages. */
export function ConsentCard({ consent }: { consent: ConsentText }) {
  const t = useTranslations("programme.consent");
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title={t("title")}
      description={t("lead")}
      actions={
        <Button icon={Pencil} onPress={() => setEditing(true)}>
          {t("change")}
        </Button>
      }
    >
      <div className="grid gap-5 lg:grid-cols-2">
        <blockquote lang="en" dir="ltr" className="whitespace-pre-line rounded-xl bg-sunken px-4 py-3">
          {consent.en}
        </blockquote>
        <blockquote lang="ar" dir="rtl" className="whitespace-pre-line rounded-xl bg-sunken px-4 py-3">
          {consent.ar}
        </blockquote>
      </div>
      <p className="mt-3 text-ink-soft text-sm">
        {t("version", { version: consent.version })} <DateTime value={consent.since} />
      </p>
      {isEditing && <ConsentForm consent={consent} onClose={() => setEditing(false)} />}
    </Card>
  );
}
