import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadSnapshot } from '../../src/connectors/demo/snapshot-load.js';
import { isInForce, resourcesAt } from '../../src/connectors/demo/snapshot.js';

const RESOURCES = `
account: '1'
resources:
  Bucket:
    - { id: b1, name: invoices, region: eu-central-1, properties: { Versioning: Enabled } }
    - { id: b2, name: exports, properties: { Versioning: Enabled } }
`;
const DRIFT = `
drift:
  suspended: { scans: { every: 2, at: [1] }, changes: { exports: { Versioning: Suspended } } }
`;

describe('a demo snapshot', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'demo-snapshot-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('changes a resource while a drift is in force', async () => {
    const [aws] = await load({ 'resources.yaml': RESOURCES, 'drift.yaml': DRIFT });
    if (!aws) throw new Error('no provider was read');
    expect(resourcesAt(aws, 0).get('exports')?.properties).toEqual({ Versioning: 'Enabled' });
    expect(resourcesAt(aws, 1).get('exports')).toEqual({
      id: 'b2',
      name: 'exports',
      type: 'Bucket',
      region: null,
      account: '1',
      properties: { Versioning: 'Suspended' },
    });
  });

  it('includes resource types without resources', async () => {
    const [aws] = await load({ 'resources.yaml': `${RESOURCES}  Table: []\n` });
    expect([...(aws?.resourceTypes ?? [])]).toEqual(['Bucket', 'Table']);
  });

  it('is refused with the name of the file that does not match its schema', async () => {
    const broken = load({ 'resources.yaml': RESOURCES, 'drift.yaml': 'drift: { a: { scans: always } }' });
    await expect(broken).rejects.toThrow('drift.yaml');
  });

  it('is refused when it names a resource twice', async () => {
    const twice = load({ 'one.resources.yaml': RESOURCES, 'two.resources.yaml': RESOURCES });
    await expect(twice).rejects.toThrow('invoices twice');
  });

  it('is refused when a drift changes a resource that does not exist', async () => {
    const [aws] = await load({ 'resources.yaml': RESOURCES, 'drift.yaml': DRIFT.replace('exports:', 'imports:') });
    expect(() => aws && resourcesAt(aws, 1)).toThrow('imports');
  });

  it('applies drifts to the first scans, to a range of scans, and periodically', () => {
    const inForce = (scans: Parameters<typeof isInForce>[0]) =>
      Array.from({ length: 7 }, (_, scansBefore) => scansBefore).filter((scansBefore) => isInForce(scans, scansBefore));
    expect(inForce({ from: 0, before: 2 })).toEqual([0, 1]);
    expect(inForce({ from: 3, before: 5 })).toEqual([3, 4]);
    expect(inForce({ every: 3, at: [0, 2] })).toEqual([0, 2, 3, 5, 6]);
  });

  async function load(files: Record<string, string>) {
    const folder = await mkdtemp(join(directory, 'one-'));
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, 'aws', name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return loadSnapshot(folder);
  }
});
