"use client";

import type { ReactNode } from "react";
import type { $ZodObject } from "zod/v4/core";
import type { AnswerSchema } from "@/components/kit/fetch";
import { ManyBar } from "@/components/kit/many-bar";
import type { ManyBarProps } from "@/components/kit/open-many-bar";
import { type PagedListProps, PagedTable } from "@/components/kit/paged-list";
import { useSelection } from "@/components/kit/use-selection";
import type { TableProps } from "@/components/ui/table";
import type { ListName } from "@/lib/areas/lists/schemas";
import { ListBar, shownColumns } from "./list-bar";
import { useListView } from "./use-list-view";

interface RecordListProps<Row extends { id: number; version?: number }>
  extends Omit<TableProps<Row>, "rows" | "rowKey" | "selection">,
    Pick<PagedListProps<Row>, "query" | "rows" | "empty"> {
  list: ListName;
  /** Filters of the list in the address, which its views keep; the same function with each call. */
  filters: AnswerSchema<$ZodObject>;
  /** Acts on chosen rows; absent for a list without a choice. */
  many?: Omit<ManyBarProps<Row>, "selection">;
  /** Between the bar of views and the table. */
  children?: ReactNode;
}

/** The records of a page as a table, with the user's views and columns and the acts on chosen rows. */
export function RecordList<Row extends { id: number; version?: number }>({
  list,
  filters,
  columns,
  rows,
  many,
  children,
  ...table
}: RecordListProps<Row>) {
  const view = useListView(list, filters);
  const selection = useSelection(rows, many?.nameOf ?? (({ id }) => String(id)));
  return (
    <>
      <ListBar state={view} columns={columns} />
      {children}
      <PagedTable<Row>
        {...table}
        rows={rows}
        rowKey={({ id }) => id}
        columns={shownColumns(columns, view)}
        {...(many && { selection: selection.table })}
      />
      {many && <ManyBar {...many} selection={selection} />}
    </>
  );
}
