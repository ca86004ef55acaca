import { Table, UnstyledButton } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Alignment; figures stand at the right. @default 'left' */
  align?: 'left' | 'right';
  /** Whether a click on the header sorts. */
  isSortable?: boolean;
}

interface DataTableProps<Row> {
  /** Description of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Sort key, with a leading `-` for descending order, as in the API. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Details below a row over its whole width; null for none. */
  detailOf?: (row: Row) => ReactNode;
  /** Whether the cells of a row stand below each other on narrow screens, each with its header. @default false */
  stacks?: boolean;
}

/** Table with sortable headers, which scrolls sideways or stacks its cells on narrow screens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, detailOf, stacks = false } = props;
  return (
    // A region that scrolls must be reachable by keyboard.
    <div role="region" aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table verticalSpacing={6} horizontalSpacing={8} highlightOnHover {...(stacks ? { className: 'stacking' } : {})}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, header, align, isSortable }) => (
              <Table.Th key={key} ta={align ?? 'left'} aria-sort={sortedBy(sort, key)} style={{ whiteSpace: 'nowrap' }}>
                {isSortable && onSort ? (
                  <UnstyledButton fz="sm" fw={700} mih={24} onClick={() => onSort(sort === key ? `-${key}` : key)}>
                    {header} <span aria-hidden="true">{ARROWS[sortedBy(sort, key)]}</span>
                  </UnstyledButton>
                ) : (
                  header
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <Table.Tr>
                {columns.map(({ key, header, cell, align }) => (
                  <Table.Td key={key} ta={align ?? 'left'} data-header={header}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
              <DetailRow width={columns.length}>{detailOf?.(row)}</DetailRow>
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function DetailRow({ width, children }: { width: number; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <Table.Tr bg="var(--shade)">
      <Table.Td colSpan={width}>{children}</Table.Td>
    </Table.Tr>
  );
}

const ARROWS = { ascending: '↑', descending: '↓', none: '' } as const;

function sortedBy(sort: string | undefined, key: string): keyof typeof ARROWS {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : 'none';
}
