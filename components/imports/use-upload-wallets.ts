"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { outdate } from "@/components/kit/query";
import { imports as api } from "@/lib/areas/imports/contract";
import type { WalletImport } from "@/lib/areas/imports/schemas";
import { IMPORT_PART_BYTES } from "@/lib/areas/imports/words";

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
      return send(api.act, { params: { importId: target.id }, body: { act: "check" } });
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
  const { imports } = await send(api.list);
  const begun = imports.find(
    (found) =>
      found.state === "receiving" &&
      found.fileName === file.name &&
      found.bytes === file.size &&
      found.allowsSharedMobile === allowsSharedMobile,
  );
  return begun ?? send(api.create, { body: { fileName: file.name, bytes: file.size, allowsSharedMobile } });
}

const ATTEMPTS_MAX = 3;

/** The same part again does no harm, so a lost answer is simply asked for again. */
async function sendPart(importId: number, part: number, bytes: Blob): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send(api.sendPart, { params: { importId, part } }, { file: bytes });
      return;
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !toPortalError(error).isOutcomeUnknown) throw error;
    }
  }
}
