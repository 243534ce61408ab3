"use client";

import { useEffect } from "react";
import { endEarlyActs } from "@/components/shell/early-acts";
import "./globals.css";

/** Stands alone: neither the language nor anything else of the page is known when even its frame failed. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  useEffect(endEarlyActs, []);
  return (
    <html lang="en">
      <head>
        <title>Something went wrong · حدث خطأ ما</title>
      </head>
      <body>
        <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 p-6 text-center">
          <div>
            <h1 className="font-semibold text-xl">Something went wrong</h1>
            <p className="mt-1 text-ink-soft">The page could not be shown. Your data is safe.</p>
          </div>
          <div lang="ar" dir="rtl">
            <p className="font-semibold text-xl">حدث خطأ ما</p>
            <p className="mt-1 text-ink-soft">تعذّر عرض الصفحة. بياناتك بأمان.</p>
          </div>
          {error.digest && <code className="text-ink-faint text-sm">{error.digest}</code>}
          <button
            type="button"
            onClick={reset}
            className="mx-auto min-h-11 cursor-pointer rounded-lg bg-accent px-5 font-medium text-accent-ink"
          >
            Try again · <span lang="ar">حاول مرة أخرى</span>
          </button>
        </main>
      </body>
    </html>
  );
}
