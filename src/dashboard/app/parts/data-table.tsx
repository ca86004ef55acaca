import './table.css';
import { Table, UnstyledButton } from '@mantine/core';
import { Fragment, type MouseEvent, type ReactNode } from 'react';

export interface Column<Row> {
  /** On narrow screens, where a row is a card, `status` or `state` leads it, and its name is the first column that says what it is. */
  key: string;
  header: string;
  /** What stands in the header instead of its words. */
  headerContent?: ReactNode;
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
  /** Sort key, with a leading `-` for descending order, as in the API; its header has an arrow, whether a click sorts or not. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Details below a row over its whole width; null for none. */
  detailOf?: (row: Row) => ReactNode;
}

/** Table with sortable headers, whose rows open where they are clicked as their name does, and are cards on narrow screens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, detailOf } = props;
  const name = columns.find(({ key }) => !UNNAMED.has(key))?.key;
  return (
    // A region that scrolls must be reachable by keyboard.
    <div role="region" aria-label={label} tabIndex={0} className="table-region">
      <Table className="table" verticalSpacing={8} horizontalSpacing={8} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, header, headerContent, align, isSortable }) => (
              <Table.Th
                key={key}
                data-align={align}
                data-column={key}
                aria-sort={sortedBy(sort, key)}
                style={{ whiteSpace: 'nowrap' }}
              >
                {isSortable && onSort ? (
                  <UnstyledButton fz="xs" fw={500} mih={24} onClick={() => onSort(sort === key ? `-${key}` : key)}>
                    {header} <SortedArrow direction={sortedBy(sort, key)} />
                  </UnstyledButton>
                ) : (
                  <>
                    {headerContent ?? header} <SortedArrow direction={sortedBy(sort, key)} />
                  </>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onClick={openRow}>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <Table.Tr>
                {columns.map(({ key, header, cell, align }) => (
                  <Table.Td key={key} data-align={align} data-header={header} data-part={partOf(key, name)}>
                    <div>{cell(row)}</div>
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

/** What acts by itself where it is clicked. */
const ACTING =
  'a, button, input, label, select, textarea, summary, [role="button"], [role="link"], [tabindex], [data-part="choose"], [data-part="actions"]';

/** What opens or unfolds the row that it names. */
const NAMING = '[data-part="name"] :is(a[href], button[aria-expanded])';

/** Opens or unfolds a row, as its name does, where it is clicked beside what acts by itself. */
function openRow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>) {
  // Clicks in a dialog that a cell has opened, and in a table within the row, arrive here too.
  if (!(target instanceof Element) || target.closest('tbody') !== currentTarget) return;
  const row = target.closest('tr');
  const acting = target.closest(ACTING);
  const isSelecting = window.getSelection()?.isCollapsed === false;
  if (!row || isSelecting || (acting && row.contains(acting))) return;
  const name = row.querySelector(NAMING);
  name?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

function DetailRow({ width, children }: { width: number; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <Table.Tr bg="var(--shade)">
      <Table.Td colSpan={width}>{children}</Table.Td>
    </Table.Tr>
  );
}

const STATUSES = new Set(['status', 'state']);

/** Columns that do not say what a row is. */
const UNNAMED = new Set([...STATUSES, 'severity', 'choose', 'order', 'moment']);

/** What a cell is on a card. */
function partOf(key: string, name: string | undefined): string | undefined {
  if (STATUSES.has(key)) return 'status';
  if (UNNAMED.has(key) || key === 'actions') return key;
  return key === name ? 'name' : undefined;
}

const ARROWS = { ascending: '↑', descending: '↓', none: '' } as const;

function SortedArrow({ direction }: { direction: keyof typeof ARROWS }) {
  return direction !== 'none' && <span aria-hidden="true">{ARROWS[direction]}</span>;
}

function sortedBy(sort: string | undefined, key: string): keyof typeof ARROWS {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : 'none';
}
