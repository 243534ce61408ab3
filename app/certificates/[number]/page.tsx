import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { CertificateSheet } from "@/components/certification/certificate-sheet";
import { PrintCertificateButton } from "@/components/certification/print-certificate-button";
import { readCertificateSheet } from "@/lib/areas/certification/portal";
import { loadMessages } from "@/lib/platform/messages";
import { PageTexts } from "@/lib/portal/page-texts";

interface Props {
  params: Promise<{ number: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ number }, t] = await Promise.all([params, getTranslations("certification.sheet")]);
  return { title: `${t("title")} ${number}`, robots: { index: false } };
}

/** A certificate, for whoever was told its number: no sign-in. In both languages, because it is shown to both. */
export default async function CertificatePage({ params }: Props) {
  const { number } = await params;
  const facts = await readCertificateSheet(number, await headers());
  if (facts === null) notFound();
  const [en, ar] = await Promise.all([loadMessages("en"), loadMessages("ar")]);
  return (
    <PageTexts page="/certificates/[number]">
      <main className="grid justify-items-center gap-6 p-4 sm:p-8 print:block print:p-0">
        <PrintCertificateButton />
        <CertificateSheet facts={facts} messages={{ en, ar }} />
      </main>
    </PageTexts>
  );
}
