import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadSnapshot } from '../../src/connectors/demo/snapshot.load.js';
import { isInForce, resourcesAt } from '../../src/connectors/demo/snapshot.js';
import { fill } from '../../src/connectors/demo/summary.rules.js';
import { findingsAt } from '../../src/connectors/demo/verdict.rules.js';

const RESOURCES = `
account: '1'
resources:
  Bucket:
    - { id: b1, name: invoices, region: eu-central-1, properties: { Versioning: Enabled } }
    - { id: b2, name: exports, properties: { Versioning: Enabled } }
`;
const VERDICTS = `
checks:
  aws.s3.versioning:
    title: Versions are kept
    severity: low
    on: Bucket
    pass: '{name} is versioned.'
    fail: [{ on: [exports], during: suspended, summary: 'Versioning of {name} is {Versioning}.' }]
  aws.s3.nothing:
    title: Nothing
    severity: low
    not_applicable: There is nothing.
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

  it('changes the resource and the verdict together while a drift is in force', async () => {
    const [aws] = await load({ 'resources.yaml': RESOURCES, 'verdicts.yaml': VERDICTS, 'drift.yaml': DRIFT });
    if (!aws) throw new Error('no provider was read');
    expect(resourcesAt(aws, 0).get('exports')?.properties).toEqual({ Versioning: 'Enabled' });
    expect(resourcesAt(aws, 1).get('exports')?.properties).toEqual({ Versioning: 'Suspended' });
    expect(findingsAt(aws, 0).map(({ status, summary }) => [status, summary])).toEqual([
      ['pass', 'invoices is versioned.'],
      ['pass', 'exports is versioned.'],
      ['not_applicable', 'There is nothing.'],
    ]);
    expect(findingsAt(aws, 1)[1]).toEqual({
      check: {
        scanner: 'crosswalk',
        ruleId: 'aws.s3.versioning',
        title: 'Versions are kept',
        severity: 'low',
        requirements: [],
      },
      status: 'fail',
      resource: { id: 'b2', name: 'exports', type: 'Bucket', region: null, account: '1' },
      summary: 'Versioning of exports is Suspended.',
      detectedAt: null,
    });
  });

  it('is refused with the name of the file whose shape is wrong', async () => {
    const broken = load({ 'resources.yaml': RESOURCES, 'verdicts.yaml': 'checks: { a: { title: A } }' });
    await expect(broken).rejects.toThrow('verdicts.yaml');
  });

  it('is refused when it names a resource twice', async () => {
    const twice = load({ 'one.resources.yaml': RESOURCES, 'two.resources.yaml': RESOURCES });
    await expect(twice).rejects.toThrow('invoices twice');
  });

  it('is refused when a verdict names a drift that does not exist', async () => {
    const [aws] = await load({ 'resources.yaml': RESOURCES, 'verdicts.yaml': VERDICTS });
    expect(() => aws && findingsAt(aws, 0)).toThrow('suspended');
  });

  it('says nothing of a resource whose value a summary lacks', () => {
    const resource = { id: 'b1', name: 'invoices', type: 'Bucket', region: null, account: '1' };
    const known = { ...resource, properties: { Rules: ['a', 'b'], Days: 0, Lock: { Mode: 'strict' }, Gone: null } };
    expect(fill('{name}: {Rules} for {Days} days, {Lock.Mode}', known)).toBe('invoices: a, b for 0 days, strict');
    for (const text of ['{Gone}', '{region}', '{Lock}', '{Lock.Other}']) expect(() => fill(text, known)).toThrow(text);
  });

  it('has drifts for the first scans, for some scans, and for every so many scans', () => {
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
