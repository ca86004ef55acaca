import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostureBench } from '../posture/bench.js';
import { rows } from '../support/rows.js';
import { vacuum } from '../support/vacuum.js';
import { MINUTE } from '../../src/platform/clock.js';
import { fill, LONG_TABLES, MINUTES_OF_ROW } from './history.js';
import { LISTS, RANGES, READS, type Position, type Read, type Reader } from './reads.js';

/** Rows of each long table, one every twenty minutes: seven weeks, and seven times ten. */
const ROWS = { short: 4_000, long: 40_000 };
type Size = keyof typeof ROWS;
/** In each range of an index that a page reads: it may begin at the end of a block of table and index, and the index may have one level more. */
const MORE_BLOCKS = 4;
/** For reads that look up every control: an index may have one level more, and what is counted is counted in an index alone. */
const MORE_LOOKED_UP = 1.5;
const FRAMEWORK = 'pci-dss';

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

describe('a read', () => {
  let bench: PostureBench;
  let readers: Record<Size, Reader>;

  beforeAll(async () => {
    bench = await PostureBench.open();
    readers = { short: await addReader('short'), long: await addReader('long') };
    await vacuum(bench.owner, ...LONG_TABLES);
  });
  afterAll(() => bench.close());

  async function addReader(size: Size): Promise<Reader> {
    const { tenantId, userId } = await bench.addTenant();
    const { controls } = bench.catalogue.frameworks.find(({ slug }) => slug === FRAMEWORK) ?? { controls: [] };
    const controlNos = controls.slice(0, 41).map(({ no }) => no);
    const universalNos = bench.catalogue.universalControls.slice(0, 41).map(({ no }) => no);
    await fill(bench.owner, { tenantId, userId, controlNos, universalNos, rows: ROWS[size] });
    const [scan] = await bench.owner.query<{ id: string }>(
      'select id from scans where tenant_id = $1 order by sequence desc limit 1',
      [tenantId],
    );
    const at = (nos: number[], index: number) => nos.at(index) ?? NaN;
    return {
      tenantId,
      userId,
      controls,
      catalogue: bench.catalogue,
      universalNos,
      now: new Date(),
      newestScanId: scan?.id ?? '',
      commonNo: at(controlNos, 0),
      rareNo: at(controlNos, -1),
      commonUniversalNo: at(universalNos, 0),
      rareUniversalNo: at(universalNos, -1),
    };
  }

  /** Blocks that a statement touches. */
  function blocksOf(tenantId: string, text: RawBuilder<unknown>): Promise<number> {
    return bench.database.within({ kind: 'tenant', tenantId }, async () => {
      const [found] = await rows(
        bench.database.fork(),
        sql<{ 'QUERY PLAN': [Plan] }>`explain (analyze, buffers, format json) ${text}`,
      );
      const plan = found?.['QUERY PLAN'][0].Plan;
      return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
    });
  }

  /** The position at nine tenths of a list. */
  function late(size: Size): Position {
    const index = Math.floor(ROWS[size] * 0.9);
    const at = new Date(readers[size].now.getTime() - index * MINUTES_OF_ROW * MINUTE);
    return { at, id: 'ffffffff-ffff-4fff-8fff-ffffffffffff', sequence: ROWS[size] - index };
  }

  const blocks = (size: Size, read: Read, after: Position | null = null) =>
    blocksOf(readers[size].tenantId, read(readers[size], after));

  it.each(Object.entries(LISTS))(
    'of a page of %s touches the blocks of the first of a short list',
    async (name, read) => {
      const most = (await blocks('short', read)) + MORE_BLOCKS * (RANGES[name] ?? 1);
      expect(await blocks('long', read)).toBeLessThanOrEqual(most);
      expect(await blocks('long', read, late('long'))).toBeLessThanOrEqual(most);
    },
  );

  it.each(Object.entries(READS))('of %s touches no more than its indexes grew by', async (_, read) => {
    const short = await blocks('short', read);
    expect(await blocks('long', read)).toBeLessThanOrEqual(MORE_LOOKED_UP * short + MORE_BLOCKS);
  });
});
