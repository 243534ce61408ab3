"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "./icon-button";
import { TextField, type TextFieldProps } from "./text-field";

/** A password, hidden until its owner asks to see it. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "after" | "isCode">) {
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
