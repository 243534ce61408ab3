"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ManyBar, type ManyBarProps } from "@/components/kit/many-bar";
import { PagedList, type PagedListProps } from "@/components/kit/paged-list";
import type { Address } from "@/components/kit/use-filters";
import { type FormsOf, type OpenForm, useForms } from "@/components/kit/use-forms";
import { useMoreRows } from "@/components/kit/use-more-rows";
import { useSelection } from "@/components/kit/use-selection";
import { Button } from "@/components/ui/button";
import { Card, type CardProps } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/states";
import { type Column, Table, type TableProps, type TableSelection } from "@/components/ui/table";
import type { ListName } from "@/lib/areas/lists/schemas";
import { FilterBar, type FilterFields } from "./filter-fields";
import { ListBar, shownColumns } from "./list-bar";
import { type RowAct, RowActs } from "./row-acts";
import { type ListViewState, useListView } from "./use-list-view";

interface Listed {
  id: number | string;
  version?: number;
}

const NOTHING: NonNullable<ListOf<Listed, object, never, never>["empty"]> = { none: [""] };

/** The query of rows that the page has read with something else. */
const KNOWN = { error: null, refetch: () => undefined, isPlaceholderData: false };

const FRAME = "sm:px-3 sm:py-2";
/** Each record is a card of its own on a narrow page. */
const NO_FRAME_OF_CARDS =
  "has-[[data-layout=cards]]:border-0 has-[[data-layout=cards]]:bg-transparent has-[[data-layout=cards]]:p-0 has-[[data-layout=cards]]:shadow-none";

/** A text, and a longer one below it. */
type Said = readonly [title: string, text?: string];

export interface ListOf<
  Row extends Listed,
  Filters extends object,
  Form extends string,
  Dialog extends string,
> extends FormsOf<Row, Form, Dialog>,
    Partial<Pick<PagedListProps<Row>, "query" | "loading" | "moreLabel" | "summary">>,
    Pick<TableProps<Row>, "narrow" | "actionsLabel"> {
  /** Name of the list whose views and columns each user keeps; absent for a list without any. */
  views?: ListName;
  label: string;
  /** Filters of the list in the page's address; absent for a list without any. */
  address?: Address<Filters>;
  /** Those of them that have a field. */
  filters?: FilterFields<Filters>;
  /** A search before the filters, whose text is personal and stands in no address. */
  search?: ReactNode;
  /** Whether a record passes the filters, where the server sends all records. */
  matches?: (row: Row) => boolean;
  columns?: readonly Column<Row>[];
  /** Draws the records in another way than as a table. */
  draw?: (rows: readonly Row[], open: OpenForm<Row, Form, Dialog>) => ReactNode;
  nameOf?: (row: Row) => string;
  /** Acts on one record, as data or drawn by a component that takes them as data. */
  rowActs?: (
    row: Row,
    open: OpenForm<Row, Form, Dialog>,
  ) => readonly (RowAct<NoInfer<Form>> | false)[] | ReactNode;
  /** Acts on chosen records; absent for a list without a choice. */
  many?: Omit<ManyBarProps<Row>, "selection" | "nameOf"> | undefined;
  /** Texts of a list without records, and of filters that leave none. */
  empty?: { icon?: ReactNode; none: Said; found?: Said; actions?: ReactNode };
  /** Whether anything is filtered by, where the address does not say all of it. */
  isFiltered?: boolean;
  /** The first rows are shown, and more of them on demand. */
  isLong?: boolean;
  /** Between the bar of views and the records. */
  between?: ReactNode;
  /** Below the records. */
  below?: ReactNode;
  /** The card around the list, where the page has others beside it: filters and all stand in it. */
  card?: Omit<CardProps, "children">;
}

/**
 * A list of records as data: filters in the page's address, views and columns, acts on one record and on many, the states of an answer, and
 * forms that are kept by the record's id. Returns the parts in the order of the page, and the way to open a form.
 */
export function useList<
  Row extends Listed,
  Filters extends object,
  Form extends string = never,
  Dialog extends string = never,
>(it: ListOf<Row, Filters, Form, Dialog>) {
  const label = useTranslations("desk.lists")("filters");
  const { address, filters, many, nameOf = ({ id }) => String(id) } = it;
  const view = useListView(it.views, address?.schema);
  const matching = it.matches && it.rows ? it.rows.filter(it.matches) : it.rows;
  const selection = useSelection(matching, nameOf);
  const long = useMoreRows(matching ?? []);
  const rows = it.isLong && matching ? long.shown : matching;
  const { open, form } = useForms(it);
  const isNone = it.matches !== undefined && it.rows?.length === 0;
  const list = (
    <Records {...{ ...it, nameOf, view, rows, open, isNone }} selection={many && selection.table} />
  );
  const bar = !isNone && address && filters && (
    <FilterBar {...{ label, address }} fields={filters} search={it.search} />
  );
  const isFramed = it.card !== undefined || it.draw !== undefined;
  const records = (
    <>
      {!isNone && (
        <>
          {view && (
            <ListBar
              state={view}
              clear={address?.isFiltered && address.clear}
              {...(it.columns && { columns: it.columns })}
            />
          )}
          {it.between}
        </>
      )}
      {isFramed ? (
        list
      ) : (
        <Card {...(rows?.length && { className: cx(FRAME, !it.narrow && NO_FRAME_OF_CARDS) })}>{list}</Card>
      )}
      {it.isLong && long.more}
      {it.below}
      {many && <ManyBar {...many} nameOf={nameOf} selection={selection} />}
      {form}
    </>
  );
  if (it.card === undefined) return { open, form, filters: bar, records };
  const carded = (
    <Card {...it.card}>
      {bar}
      {records}
    </Card>
  );
  return { open, form, filters: null, records: carded };
}

type RecordsProps<
  Row extends Listed,
  Filters extends object,
  Form extends string,
  Dialog extends string,
> = ListOf<Row, Filters, Form, Dialog> & {
  nameOf: (row: Row) => string;
  view: ListViewState | null;
  open: OpenForm<Row, Form, Dialog>;
  selection: TableSelection<Row> | undefined;
  /** There are no records, whatever is filtered by. */
  isNone: boolean;
};

/** The records in the state in which their answer is. */
function Records<Row extends Listed, Filters extends object, Form extends string, Dialog extends string>(
  it: RecordsProps<Row, Filters, Form, Dialog>,
) {
  const t = useTranslations("desk.lists");
  const {
    query = KNOWN,
    rows,
    isNone,
    address,
    empty = NOTHING,
    draw,
    open,
    loading,
    moreLabel,
    summary,
  } = it;
  const isFiltered = !isNone && (it.isFiltered ?? address?.isFiltered ?? false);
  const [title, text] = (isFiltered && empty.found) || empty.none;
  const clear = isFiltered && address?.isFiltered && <Button onPress={address.clear}>{t("clear")}</Button>;
  return (
    <PagedList
      {...{ query, rows }}
      {...(loading !== undefined && { loading })}
      {...(moreLabel !== undefined && { moreLabel })}
      {...(summary !== undefined && { summary })}
      empty={
        <EmptyState
          {...(empty.icon !== undefined && { icon: empty.icon })}
          title={title}
          actions={clear || empty.actions}
        >
          {text}
        </EmptyState>
      }
    >
      {(shown) => draw?.(shown, open) ?? <RecordTable {...it} shown={shown} />}
    </PagedList>
  );
}

function RecordTable<Row extends Listed, Filters extends object, Form extends string, Dialog extends string>({
  shown,
  label,
  columns = [],
  view,
  narrow,
  rowActs,
  actionsLabel,
  nameOf,
  open,
  selection,
}: RecordsProps<Row, Filters, Form, Dialog> & { shown: readonly Row[] }) {
  const t = useTranslations("desk.lists");
  const drawActs = (row: Row) => {
    const acts = rowActs?.(row, open);
    if (!Array.isArray(acts)) return acts as ReactNode;
    return (
      <RowActs acts={acts.filter(Boolean)} name={nameOf(row)} onOpen={(name: Form) => open(name, row)} />
    );
  };
  return (
    <Table<Row>
      {...{ label, selection }}
      rows={shown}
      rowKey={({ id }) => id}
      columns={shownColumns(columns, view)}
      {...(narrow && { narrow })}
      {...(rowActs && { rowActions: drawActs, actionsLabel: actionsLabel ?? t("actions") })}
    />
  );
}
