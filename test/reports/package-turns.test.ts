import { expect, it } from 'vitest';
import { ReportFiles } from '../../src/modules/reports/report-files.js';

it('packages are put together one at a time of an organization, and two of all', async () => {
  const files = new ReportFiles();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (tenantId: string, name: string) =>
    files.packageInTurn(tenantId, () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<string>();
      ends.set(name, () => resolve(name));
      return promise;
    });
  const end = async (name: string, asked: Promise<string>) => {
    ends.get(name)?.();
    await asked;
    await new Promise(setImmediate);
  };
  const [first, second] = [ask('a', 'a1'), ask('a', 'a2')];
  const [other, last] = [ask('b', 'b1'), ask('c', 'c1')];
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1', other);
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('a1', first);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('c1', last);
  await end('a2', second);
});
