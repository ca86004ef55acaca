import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { AuditPackager } from '../../src/modules/reports/package/audit-package.js';
import { ReportFiles } from '../../src/modules/reports/report-files.js';
import { AS_OF, artifact, report } from './tiny-facts.js';

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

it('a small package is put together while two other organizations put large ones together again and again', async () => {
  const files = new ReportFiles(undefined, 0);
  let others = 0;
  let hasEnded = false;
  const put = (tenantId: string, pieces: number, done: () => void) =>
    files.packageInTurn(tenantId, async () => {
      for (let piece = 0; piece < pieces && !hasEnded; piece += 1) {
        await files.giveWay(tenantId);
        done();
        await new Promise(setImmediate);
      }
    });
  const large = ['a', 'e'].flatMap((tenantId) =>
    Array.from({ length: 3 }, () => put(tenantId, 1_000, () => (others += 1))),
  );
  await new Promise(setImmediate);
  await put('b', 10, () => undefined);
  hasEnded = true;
  // Two places for three: each of its files waits for one of each of the others at most.
  expect(others).toBeLessThan(50);
  await Promise.all(large);
});

it('a package has its time before it gives way, so that most are whole in one turn', async () => {
  const files = new ReportFiles(undefined, 60_000);
  const order: string[] = [];
  const put = (tenantId: string) =>
    files.packageInTurn(tenantId, async () => {
      for (let piece = 0; piece < 3; piece += 1) {
        await files.giveWay(tenantId);
        order.push(tenantId);
        await new Promise(setImmediate);
      }
    });
  await Promise.all(['a', 'b', 'c'].map(put));
  expect(order.slice(-3)).toEqual(['c', 'c', 'c']);
});

it('a package may give way before each of its files, and with no turn of the files that are written', async () => {
  const before: string[] = [];
  let isInTurn = false;
  const files = {
    giveWay: () => {
      expect(isInTurn).toBe(false);
      before.push('way');
      return Promise.resolve();
    },
    inTurn: async (_tenantId: string, work: () => Promise<unknown>) => {
      isInTurn = true;
      await work();
      isInTurn = false;
    },
    write: () => Readable.from([Buffer.from('report')]),
  };
  const objects = {
    get: (key: string) => {
      before.push(key);
      return Promise.resolve(Readable.from([Buffer.from(key)]));
    },
  };
  const artifacts = [1, 2, 3].map((no) => ({ ...artifact(no, 1), withdrawalReason: no === 2 ? 'wrong' : null }));
  const packager = new AuditPackager({ files, objects, publicUrl: new URL('https://x.example') } as never);
  const contents = { facts: report([]), period: { from: AS_OF, to: AS_OF }, artifacts, language: 'en' } as never;
  const ctx = { viewer: { tenantId: 'a' }, isGone: () => false } as never;
  const whole = async () => {
    for await (const chunk of packager.write(ctx, contents)) expect(chunk).toBeDefined();
  };
  // What comes after the files of evidence asks the database, which is none here.
  await expect(whole()).rejects.toThrow();
  expect(before.slice(0, 10)).toEqual([...Array.from({ length: 6 }, () => 'way'), 'way', 'key/1', 'way', 'key/3']);
  expect(before.slice(10)).toContain('way');
});
