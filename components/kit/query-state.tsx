"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ErrorState, Loading } from "@/components/ui/states";
import type { PortalError } from "./error";
import { useErrorText } from "./use-language";

/** Shows what was asked for once it is known; until then that it is being loaded, or why not, with the way to try again. */
export function QueryState<Data>({
  query: { data, error, refetch },
  loading,
  headingLevel,
  children,
}: {
  query: { data: Data | undefined; error: PortalError | null; refetch: () => unknown };
  /** As high as what will be there. */
  loading: ReactNode;
  /** 1 where it stands in place of the whole page. */
  headingLevel?: 1 | 2;
  children: (data: Data) => ReactNode;
}) {
  const t = useTranslations("errors");
  const { textOf } = useErrorText();
  if (data !== undefined) return children(data);
  if (!error) return <Loading>{loading}</Loading>;
  return (
    <ErrorState
      title={t("couldNotLoad")}
      onRetry={() => void refetch()}
      {...(headingLevel !== undefined && { headingLevel })}
    >
      {textOf(error)}
    </ErrorState>
  );
}
