"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { deskDeals } from "@/lib/areas/deals/desk-contract";
import { PICTURE_BYTES_MAX } from "@/lib/areas/deals/words";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import { portalFetch } from "./fetch";
import { useErrorText, useInLanguage } from "./use-language";

/** Types that a browser's file dialog offers; the server decides by the bytes. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp";

/** Stores a chosen picture at once; the picture belongs to a record when that is saved. `problem`: why it was not stored, in words. */
export function useStorePicture(use: "deal" | "logo", onStored: (hash: string) => void) {
  const { textOf, fieldTextOf } = useErrorText();
  const { load, path, method } = deskDeals.storePicture;
  const inLanguage = useInLanguage();
  // A file that is longer than any picture is not sent: the service would close the connection in the middle of it.
  const [isTooLong, setTooLong] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) =>
      portalFetch(async () => (await load()).answer, `${path}?use=${use}`, { method, file }),
  });
  const { error, isPending } = upload;
  return {
    isPending,
    problem: isTooLong
      ? inLanguage(FIELD_PROBLEMS.picture_too_large)
      : error && (fieldTextOf(error, "picture") ?? textOf(error)),
    store: (file: File | undefined) => {
      if (file === undefined || isPending) return;
      setTooLong(file.size > PICTURE_BYTES_MAX);
      if (file.size <= PICTURE_BYTES_MAX) upload.mutate(file, { onSuccess: ({ hash }) => onStored(hash) });
    },
  };
}
