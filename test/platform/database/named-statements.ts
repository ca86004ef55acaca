import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Columns } from '../../../src/platform/database/statement-row.js';
import { Statement } from '../../../src/platform/database/statement.js';
import { LeaseQueue } from '../../../src/platform/queue/lease-queue.sql.js';

export type AnyStatement = Statement<Columns, never>;

const COMPILED = fileURLToPath(new URL('../../../src', import.meta.url));

/** Every statement that a `*.sql.ts` file under `src` exports, and those of every lease queue. */
export async function namedStatements(): Promise<AnyStatement[]> {
  const files = (await readdir(COMPILED, { recursive: true })).filter((file) => /\.sql\.[jt]s$/.test(file));
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(COMPILED, file)).href) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((exported) => Object.values(exported))
    .flatMap((each) => (each instanceof LeaseQueue ? Object.values(each.statements) : [each]))
    .filter((each) => each instanceof Statement) as AnyStatement[];
}
