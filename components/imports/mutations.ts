"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toPortalError } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import type { ImportAct, WalletImport } from "@/lib/areas/imports/schemas";
import { IMPORT_PART_BYTES } from "@/lib/areas/imports/words";

/** Has a file read, an import carried out, stopped or given up. */
export function useImportAct(importId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: ImportAct) =>
      portalFetch(
        async () => (await import("@/lib/areas/imports/schemas")).walletImportSchema,
        `manage/imports/${importId}/acts`,
        { method: "POST", body: { act } },
      ),
    // What waits for somebody to start it is counted with what else waits for a decision.
    onSettled: () => outdate(client, "imports", "adjustments"),
  });
}

export interface Upload {
  fileName: string;
  /** From 0 to 1. */
  share: number;
}

/** Sends a file part by part and has it read. One that was cut short is gone on with where it stopped. */
export function useUploadWallets() {
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload | null>(null);
  const mutation = useMutation({
    mutationFn: async ({ file, allowsSharedMobile }: { file: File; allowsSharedMobile: boolean }) => {
      setUpload({ fileName: file.name, share: 0 });
      const target = await openImport(file, allowsSharedMobile);
      for (let part = target.partsReceived; part < target.parts; part += 1) {
        const offset = part * IMPORT_PART_BYTES;
        await sendPart(target.id, part, file.slice(offset, offset + IMPORT_PART_BYTES));
        setUpload({ fileName: file.name, share: (part + 1) / target.parts });
      }
      return portalFetch(
        async () => (await import("@/lib/areas/imports/schemas")).walletImportSchema,
        `manage/imports/${target.id}/acts`,
        {
          method: "POST",
          body: { act: "check" },
        },
      );
    },
    gcTime: 0,
    onSettled: () => {
      setUpload(null);
      return outdate(client, "imports");
    },
  });
  return { ...mutation, upload };
}

async function openImport(file: File, allowsSharedMobile: boolean): Promise<WalletImport> {
  const { imports } = await portalFetch(
    async () => (await import("@/lib/areas/imports/schemas")).walletImportListSchema,
    "manage/imports",
  );
  const begun = imports.find(
    (found) =>
      found.state === "receiving" &&
      found.fileName === file.name &&
      found.bytes === file.size &&
      found.allowsSharedMobile === allowsSharedMobile,
  );
  return (
    begun ??
    portalFetch(
      async () => (await import("@/lib/areas/imports/schemas")).walletImportSchema,
      "manage/imports",
      {
        method: "POST",
        body: { fileName: file.name, bytes: file.size, allowsSharedMobile },
      },
    )
  );
}

const ATTEMPTS_MAX = 3;

/** The same part again does no harm, so a lost answer is simply asked for again. */
async function sendPart(importId: number, part: number, bytes: Blob): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).doneSchema,
        `manage/imports/${importId}/parts/${part}`,
        {
          method: "PUT",
          file: bytes,
        },
      );
      return;
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !toPortalError(error).isOutcomeUnknown) throw error;
    }
  }
}
