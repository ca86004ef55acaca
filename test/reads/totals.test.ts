import { readFileSync } from 'node:fs';
import { parse, print, separateOperations } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlockCounter } from '../support/blocks.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { vacuum } from '../support/vacuum.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { fill, LONG_TABLES } from './history.js';

const ROWS = { short: 2_000, long: 20_000 };
type Size = keyof typeof ROWS;
/** A page and its total may begin at the end of a block of each table, an index may have a level more, and more days have uploads that expire. */
const MORE_BLOCKS = 8;
const DAY = 86_400_000;

const APP = 'src/dashboard/app';
const PAGE_OF_EVIDENCE = print(
  separateOperations(
    parse(
      readFileSync(`${APP}/pages/evidence/evidence.graphql`, 'utf8') +
        readFileSync(`${APP}/api/fragments.graphql`, 'utf8'),
    ),
  ).EvidenceList ?? parse('{ __typename }'),
);

const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * DAY).toISOString();

/** Ids that requests name, of the tenant. */
interface Named {
  userId: string;
  controlId: string;
  universalControlId: string;
}

/** Paths of lists with a total; the last one of each kind asks for a combination. */
const PATHS: Readonly<Record<string, (named: Named) => string>> = {
  evidence: () => '/api/evidence?',
  'evidence of scans': () => '/api/evidence?type=auto',
  uploads: () => '/api/evidence?type=manual',
  'uploads by expiry': () => '/api/evidence?type=manual&order_by=expiry',
  'all versions of uploads': () => '/api/evidence?type=manual&all_versions=true',
  'evidence of a control': ({ controlId }) => `/api/evidence?control_id=${controlId}`,
  'uploads of a control': ({ controlId }) => `/api/evidence?type=manual&control_id=${controlId}`,
  'evidence that expires soon': () => `/api/evidence?expires_from=${now.toISOString()}&expires_before=${inDays(30)}`,
  'evidence that has expired': () => `/api/evidence?type=manual&expires_before=${now.toISOString()}`,
  'the audit log': () => '/api/audit-log?',
  'the audit log by action': () => '/api/audit-log?action=evidence.',
  'the audit log by resource type': () => '/api/audit-log?resource_type=scan',
  'the audit log by actor': ({ userId }) => `/api/audit-log?actor_id=${userId}`,
  assessments: () => '/api/ucf/assessments?',
  'assessments by status': () => '/api/ucf/assessments?status=non_compliant',
  'assessments of a universal control': ({ universalControlId }) =>
    `/api/ucf/assessments?universal_control_id=${universalControlId}`,
  'assessments of a universal control by status': ({ universalControlId }) =>
    `/api/ucf/assessments?universal_control_id=${universalControlId}&status=compliant`,
};

describe('a request with its total', () => {
  let service: TestService;
  let readers: Record<Size, { tenant: TestTenant; blocks: BlockCounter; named: Named }>;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    readers = { short: await readerOf(service.a, 'short'), long: await readerOf(service.b, 'long') };
    await vacuum(service.database, ...LONG_TABLES);
  });
  afterAll(async () => {
    await readers.short.blocks.close();
    await readers.long.blocks.close();
    await service.stop();
  });

  async function readerOf(tenant: TestTenant, size: Size) {
    const { tenantId, admin } = tenant;
    const { me } = await admin.data<{ me: { id: string } }>('{ me { id } }');
    const { frameworks, universalControls } = catalogueOf();
    const controls = frameworks.find(({ slug }) => slug === 'pci-dss')?.controls.slice(0, 41) ?? [];
    const universal = universalControls.slice(0, 41);
    const nos = { controlNos: controls.map(({ no }) => no), universalNos: universal.map(({ no }) => no) };
    await fill(service.database, { tenantId, userId: me.id, ...nos, rows: ROWS[size] });
    const named = { userId: me.id, controlId: controls[0]?.id ?? '', universalControlId: universal[0]?.id ?? '' };
    return { tenant, named, blocks: await BlockCounter.open(service, tenant) };
  }

  const blocksOf = async (size: Size, read: (tenant: TestTenant, named: Named) => Promise<unknown>) => {
    const { tenant, blocks, named } = readers[size];
    return blocks.of(() => read(tenant, named));
  };

  it.each(Object.entries(PATHS))('for %s reads no more of ten times as many', async (_, pathOf) => {
    const page = (tenant: TestTenant, named: Named) => tenant.admin.rest(`${pathOf(named)}&limit=20`);
    const [short, long] = [await blocksOf('short', page), await blocksOf('long', page)];
    expect(long).toBeLessThanOrEqual(short + MORE_BLOCKS);
  });

  it('for the page of evidence of the dashboard reads no more of ten times as many', async () => {
    const page = (tenant: TestTenant) =>
      tenant.admin.data(PAGE_OF_EVIDENCE, {
        type: 'manual',
        orderBy: 'expiry',
        now: now.toISOString(),
        soon: inDays(30),
      });
    const [short, long] = [await blocksOf('short', page), await blocksOf('long', page)];
    expect(long).toBeLessThanOrEqual(short + 3 * MORE_BLOCKS);
  });
});
