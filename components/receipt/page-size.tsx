"use client";

import { useEffect } from "react";
import { RECEIPT_READY, type ReceiptPaper } from "@/lib/areas/receipt/words";

const MM_PER_PIXEL = 25.4 / 96;
const STYLE_ID = "receipt-page-size";

/**
 * Makes the printed page as long as the receipt, so that the printer cuts after it: the CSS page size knows no height
 * of its content. Then tells the surrounding page that it can be printed.
 */
export function PageSize({ paper, nonce }: { paper: ReceiptPaper; nonce: string | undefined }) {
  useEffect(() => {
    const adjust = () => fitPage(paper);
    window.addEventListener("beforeprint", adjust);
    // Letters are as high as their font, and the font or the logo may still be coming.
    let isHere = true;
    const pictures = [...document.images].map((picture) => picture.decode().catch(() => undefined));
    void Promise.all([document.fonts.ready, ...pictures]).then(() => {
      if (!isHere) return;
      adjust();
      window.parent.postMessage(RECEIPT_READY, window.location.origin);
    });
    return () => {
      isHere = false;
      window.removeEventListener("beforeprint", adjust);
    };
  }, [paper]);
  return (
    <style id={STYLE_ID} nonce={nonce}>
      {pageRule(paper, 297)}
    </style>
  );
}

function pageRule(paper: ReceiptPaper, heightMm: number): string {
  // A page wider than high is landscape, and drivers turn it.
  return `@page { size: ${paper}mm ${Math.max(heightMm, Number(paper) + 1)}mm; margin: 0 }`;
}

function fitPage(paper: ReceiptPaper): void {
  const style = document.getElementById(STYLE_ID);
  const receipt = document.querySelector("[data-receipt]");
  if (!(style instanceof HTMLStyleElement) || style.sheet === null || receipt === null) return;
  const heightMm = Math.ceil(receipt.getBoundingClientRect().height * MM_PER_PIXEL) + 1;
  style.sheet.deleteRule(0);
  style.sheet.insertRule(pageRule(paper, heightMm));
}
