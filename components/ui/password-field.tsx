"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "./icon-button";
import { TextField, type TextFieldProps } from "./text-field";

interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "after" | "isCode"> {
  /** Browsers offer to save whatever else is typed hidden: of a PIN or a client's secret this says that it is none of theirs. */
  autoComplete: "current-password" | "new-password" | "one-time-code";
}

/** A password or another secret, hidden until its owner asks to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslations("ui");
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
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
