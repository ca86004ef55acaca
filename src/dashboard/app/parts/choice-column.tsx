import { Checkbox } from '@mantine/core';
import type { Column } from './data-table';

interface ChoiceOptions<Row> {
  rows: readonly Row[];
  /** What is chosen, of other lists too, by its ids. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  /** Name of the box that chooses all rows. */
  all: string;
  /** Name of the box of a row. */
  nameOf: (row: Row) => string;
}

/** Column of tick boxes: one of each row, and in its head one of all of them, which leaves what is chosen elsewhere. */
export function choiceColumn<Row extends { id: string }>(options: ChoiceOptions<Row>): Column<Row> {
  const { rows, chosen, onChoose, all, nameOf } = options;
  const ids = rows.map(({ id }) => id);
  const others = chosen.filter((id) => !ids.includes(id));
  const present = ids.filter((id) => chosen.includes(id));
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return {
    key: 'choose',
    header: '',
    headerContent: (
      <Checkbox
        checked={present.length === ids.length}
        indeterminate={present.length > 0 && present.length < ids.length}
        onChange={() => onChoose(present.length === ids.length ? others : [...others, ...ids])}
        aria-label={all}
      />
    ),
    cell: (row) => (
      <Checkbox checked={chosen.includes(row.id)} onChange={() => toggle(row.id)} aria-label={nameOf(row)} />
    ),
  };
}
