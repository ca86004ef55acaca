/** What an operator does with a whole organization, in the order of the page. */
export const OPERATOR_TASKS = ['export', 'delete'] as const;
export type OperatorTask = (typeof OPERATOR_TASKS)[number];

interface AnyOrganization {
  tenantId: string;
  name: string;
}

/** Commands of a task for a POSIX shell, one a line. Source: docs/operating.md, "Organizations that leave". */
export function commandOf(task: OperatorTask, { tenantId, name }: AnyOrganization): string {
  const command = (verb: string, ...others: string[]) =>
    ['npm run cli -- tenant', verb, '--tenant', tenantId, ...others].join(' ');
  if (task === 'export') return command('export', `${tenantId}.tar.gz`);
  return [command('suspend', '--reason', quoted('It leaves')), command('delete', '--name', quoted(name))].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
