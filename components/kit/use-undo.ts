"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast-queue";
import type { Many, ManyAnswer } from "@/lib/portal/wire/many";
import { toPortalError } from "./error";
import { type Area, outdate } from "./query";
import { useErrorText, useInLanguage } from "./use-language";

export interface Undoable {
  title: string;
  detail?: string;
  /** Changed records, with the versions that the change made: a record that another person changed since is not undone. */
  records: Many["records"];
  /** The act that takes it back. */
  send: (request: Many) => Promise<ManyAnswer>;
  /** Says that it was taken back. */
  undone: string;
}

/** Says that something was done, and for some seconds offers to take it back. The kept answers of `areas` are then read again. */
export function useUndo(...areas: Area[]): (done: Undoable) => void {
  const t = useTranslations("desk.many");
  const client = useQueryClient();
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const undo = async ({ records, send, undone }: Undoable) => {
    try {
      const { results } = await send({ records, isUndo: true });
      const refused = results.flatMap(({ refusal }) => refusal ?? []);
      const [first] = refused;
      toast(
        first === undefined
          ? { kind: "success", title: undone }
          : {
              kind: "problem",
              title: t("notUndone", { count: refused.length }),
              detail: inLanguage(first.message),
            },
      );
    } catch (error) {
      toast({
        kind: "problem",
        title: t("notUndone", { count: records.length }),
        detail: textOf(toPortalError(error)),
      });
    }
    void outdate(client, ...areas);
  };
  return (done) =>
    toast({
      kind: "success",
      title: done.title,
      ...(done.detail !== undefined && { detail: done.detail }),
      action: { label: t("undo"), onAction: () => void undo(done) },
    });
}
