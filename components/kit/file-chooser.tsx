"use client";

import { useRef } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { FILE_TYPES } from "@/lib/portal/wire/files";

interface FileButtonProps extends Omit<ButtonProps, "onPress"> {
  /** Types that the browser's dialog offers; a table by default. */
  accept?: string;
  onChoose: (file: File) => void;
}

/** A button that opens the browser's file dialog. The same file, mended, can be chosen again. */
export function FileButton({ accept = FILE_TYPES, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
          currentTarget.value = "";
        }}
      />
      <Button {...button} onPress={() => input.current?.click()} />
    </>
  );
}

/** The bytes of a chosen file in base64, as a request carries them. */
export async function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
  });
  reader.readAsDataURL(file);
  const address = await read;
  return address.slice(address.indexOf(",") + 1);
}
