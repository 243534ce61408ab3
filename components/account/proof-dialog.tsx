"use client";

import { KeyRound, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { EditorDialog } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import { TextField } from "@/components/ui/text-field";
import type { ProofRequest } from "@/lib/areas/account/schemas";
import { signForProof, useHasPasskeys } from "./passkey";

interface ProofDialogProps {
  title: string;
  submitLabel: string;
  isDangerous?: boolean;
  send: (proof: ProofRequest) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Asks whoever is signed in to prove that it is them: the password, and where there is a second factor a code, or a passkey in
 * its place.
 */
export function ProofDialog({ send, onDone, children, ...dialog }: ProofDialogProps) {
  const t = useTranslations("account.proof");
  const { user } = useMe();
  const hasPasskeys = useHasPasskeys();
  const [passkey, setPasskey] = useState<Record<string, unknown> | null>(null);
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ password: "", code: "" }),
    bodyOf: ({ password, code }) => ({ password, ...(code.trim() !== "" && { code }) }),
    create: {
      schema: async () => (await import("@/lib/areas/account/schemas")).proofRequestSchema,
      send: async (proof) => {
        // A passkey signs for one attempt.
        setPasskey(null);
        return send(passkey === null ? proof : { ...proof, passkey });
      },
    },
    onSaved: onDone,
  });
  const sign = async () => {
    try {
      setPasskey(await signForProof());
    } catch {
      // The person thought better of it; the code can still be typed.
    }
  };
  return (
    <EditorDialog editor={editor} size="small" {...dialog}>
      <p className="text-ink-soft">{children}</p>
      <PasswordField
        {...editor.field("password")}
        label={t("password")}
        autoComplete="current-password"
        autoFocus
      />
      {user.twoFactorEnabled && passkey === null && (
        <TextField
          {...editor.field("code")}
          label={t("code")}
          description={t("codeHint")}
          autoComplete="one-time-code"
          maxLength={20}
          isCode
        />
      )}
      {user.twoFactorEnabled && hasPasskeys && (
        <div>
          {passkey === null ? (
            <Button variant="quiet" icon={KeyRound} onPress={() => void sign()}>
              {t("usePasskey")}
            </Button>
          ) : (
            <Status tone="success" icon={ShieldCheck}>
              {t("passkeyGiven")}
            </Status>
          )}
        </div>
      )}
    </EditorDialog>
  );
}
