/** Lines with aligned columns; text that begins with a digit is aligned right. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_title, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: string[]) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return rows.every((each) => /^\d/.test(each[column] ?? '')) ? cell.padStart(width) : cell.padEnd(width);
    });
  return [head, ...rows].map((row) => `  ${line(row).join('  ').trimEnd()}\n`).join('');
}

/** Whole MiB. */
export function toMegabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
