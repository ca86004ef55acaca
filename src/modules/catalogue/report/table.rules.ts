/** A cell of a text table. Numbers stand on the right. */
export type Cell = string | number;

/** Rows under a heading as text: columns as wide as their widest cell, two spaces between them. @param rows the heading first */
export function tableOf(rows: readonly (readonly Cell[])[]): string {
  const [heading = []] = rows;
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  const isNumeric = heading.map((_, column) => rows.slice(1).every((row) => isNumber(row[column])));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const [text, width] = [String(cell), widths[column] ?? 0];
        return isNumeric[column] ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}

/** Also shares: `12.5 %`. */
function isNumber(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || /^[\d.]+ %$/.test(cell ?? '');
}
