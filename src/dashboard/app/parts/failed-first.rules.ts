/** Controls that fail before the others, each in their former order. */
export function failedFirst<Control extends { status: string }>(controls: readonly Control[]): Control[] {
  const isOther = ({ status }: Control) => Number(status !== 'failed');
  return controls.toSorted((a, b) => isOther(a) - isOther(b));
}
