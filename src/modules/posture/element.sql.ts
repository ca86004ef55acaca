import { sql } from '../../platform/database/database.js';
import type { Control } from '../catalogue/catalogue.js';
import { ELEMENT_CODES } from '../catalogue/tested-elements.rules.js';

/** The elements that mappings of controls cover, as rows `(control_no, universal_no, element)` of a `select`. */
export function coveredElements(controls: readonly Pick<Control, 'no' | 'mappings'>[]) {
  const covered = controls.flatMap(({ no: controlNo, mappings }) =>
    mappings.flatMap(({ universalControl, covers }) =>
      covers.map((element) => ({ controlNo, universalNo: universalControl.no, element })),
    ),
  );
  return sql`
    select * from unnest(
      ${covered.map(({ controlNo }) => controlNo)}::int[], ${covered.map(({ universalNo }) => universalNo)}::int[],
      ${covered.map(({ element }) => element)}::smallint[]
    ) as c (control_no, universal_no, element)`;
}

/** The element that a row of `table` names by `universal_no` and `element`, as one number: see `elementCode`. */
export function elementCodeOf(table: string) {
  return sql`(${sql.ref(`${table}.universal_no`)} * ${ELEMENT_CODES}::int + ${sql.ref(`${table}.element`)})`;
}
