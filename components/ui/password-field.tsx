"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "./icon-button";
import { TextField, type TextFieldProps } from "./text-field";

interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "after" | "isCode"> {
  /** `none`: a PIN or another secret that no browser may offer to save. */
  autoComplete: "current-password" | "new-password" | "none";
}

/** A password or another secret, hidden until its owner asks to see it. */
export function PasswordField({ autoComplete, ...props }: PasswordFieldProps) {
  const t = useTranslations("ui");
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      {...(autoComplete === "none"
        ? { isMasked: !isShown, autoComplete: "off" }
        : { type: isShown ? "text" : "password", autoComplete })}
      after={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? t("hidePassword") : t("showPassword")}
          className="-my-px me-0.5 rounded-md"
          onPress={() => setShown(!isShown)}
        />
      }
    />
  );
}
