"use client";

import { Camera, LoaderCircle, ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Ref, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { TextField } from "@/components/ui/text-field";
import { useOwnKeys } from "./own-keys";
import { useHasCamera } from "./use-has-camera";

/** A name runs the way it is written, a number always from left to right. */
const LETTER = /\p{L}/u;

interface WalletBoxProps {
  text: string;
  onText: (text: string) => void;
  /** Enter or the button, at that time in milliseconds of the page. */
  onFind: (atMs: number) => void;
  onCamera: () => void;
  problem: string | undefined;
  isPending: boolean;
  inputRef: Ref<HTMLInputElement>;
}

/**
 * The one box: a wallet's code, a mobile number or a part of it, a name, a receipt's number, or what a scanner types. Enter finds it. Its
 * text never becomes part of an address.
 */
export function WalletBox({ text, onText, onFind, onCamera, problem, isPending, inputRef }: WalletBoxProps) {
  const t = useTranslations("till.box");
  const hasCamera = useHasCamera();
  const isOwnKeys = useOwnKeys();
  const enterAtMs = useRef<number | null>(null);
  return (
    <search data-first-field>
      <Form
        className="flex items-start gap-3"
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          if (event.repeat) event.preventDefault();
          else enterAtMs.current = event.timeStamp;
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onFind(enterAtMs.current ?? performance.now());
          enterAtMs.current = null;
        }}
      >
        <TextField
          label={t("label")}
          placeholder={t("placeholder")}
          value={text}
          onChange={onText}
          errorMessage={problem}
          before={
            isPending ? (
              <LoaderCircle aria-hidden className="ms-4 size-6 shrink-0 animate-spin text-accent" />
            ) : (
              <ScanLine aria-hidden className="ms-4 size-6 shrink-0 text-accent" />
            )
          }
          after={
            hasCamera && (
              <IconButton icon={Camera} label={t("camera")} onPress={onCamera} className="me-1.5" />
            )
          }
          inputRef={inputRef}
          className="flex-1"
          name="wallet"
          autoComplete="off"
          autoCorrect="off"
          spellCheck="false"
          enterKeyHint="search"
          {...(isOwnKeys && { inputMode: "none" as const })}
          maxLength={64}
          isCode={!LETTER.test(text)}
          isLarge
        />
        <Button type="submit" variant="primary" size="large" className="mt-6.5 max-sm:px-4">
          {t("find")}
        </Button>
      </Form>
    </search>
  );
}
