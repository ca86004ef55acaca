import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '../catalogue/shipped.js';
import { connect } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

interface Entry {
  sequence: number;
  actor: { type: string; id: string | null; name: string | null };
  address: string | null;
  requestId: string | null;
  action: string;
  resourceType: string;
  resourceId: string | null;
  subject: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  hash: string;
  previousHash: string;
}

const LOG = `query ($action: String, $resourceId: String, $first: Int, $after: String, $from: DateTimeISO) {
  auditLog(action: $action, resourceId: $resourceId, first: $first, after: $after, from: $from) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { sequence actor { type id name } address requestId action resourceType resourceId subject before after hash previousHash }
  } }`;

interface Log {
  auditLog: { totalCount: number; nodes: Entry[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
}

let service: TestService;
let integrationId: string;
const [universalControl] = catalogueOf().universalControls;

beforeAll(async () => {
  service = await startService();
  integrationId = await connect(service.a.admin, 'demo');
  await assess(service.a.auditor, universalControl?.id ?? '', 'compliant');
  await service.a.admin.data(
    'mutation ($i: DisconnectIntegrationInput!) { disconnectIntegration(input: $i) { integration { id } } }',
    { i: { integrationId } },
  );
});
afterAll(() => service.stop());

const read = async (variables: Record<string, unknown> = {}) =>
  (await service.a.auditor.data<Log>(LOG, variables)).auditLog;

describe('auditLog', () => {
  it('names what was changed: an assessment by its universal control, an integration as it is called now', async () => {
    const { nodes } = await read();
    const integration = await service.a.admin.data<{ integration: { name: string } }>(
      'query ($id: ID!) { integration(id: $id) { name } }',
      { id: integrationId },
    );
    expect(nodes.map(({ subject }) => subject)).toEqual([
      integration.integration.name,
      `${universalControl?.code} ${universalControl?.title}`,
      integration.integration.name,
      null,
    ]);
  });

  it('returns who changed what, before and after, and from where, newest first', async () => {
    const { nodes } = await read();
    expect(nodes.map(({ action }) => action)).toEqual([
      'integration.disconnected',
      'assessment.created',
      'integration.connected',
      'organization.created',
    ]);
    expect(nodes[0]).toMatchObject({
      sequence: 4,
      actor: { type: 'user', name: 'Alpha admin' },
      resourceType: 'integration',
      resourceId: integrationId,
      before: { status: 'connected' },
      after: { status: 'disconnected' },
    });
    expect(nodes[0]?.address).toMatch(/127\.0\.0\.1$/);
    expect(nodes[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(nodes[1]).toMatchObject({ actor: { name: 'Alpha auditor' }, before: null });
  });

  it('is a hash chain: each entry has the hash of the previous one, the first has zeros', async () => {
    const { nodes } = await read();
    const oldestFirst = nodes.toReversed();
    expect(oldestFirst[0]?.previousHash).toBe('0'.repeat(64));
    for (const [index, entry] of oldestFirst.entries()) {
      expect(entry.hash).toMatch(/^[0-9a-f]{64}$/);
      if (index > 0) expect(entry.previousHash).toBe(oldestFirst[index - 1]?.hash);
    }
  });

  it('filters by the prefix of an action, by resource and by time, and pages', async () => {
    expect((await read({ action: 'integration.' })).totalCount).toBe(2);
    expect((await read({ resourceId: integrationId })).nodes.map(({ sequence }) => sequence)).toEqual([4, 2]);
    expect((await read({ from: '2999-01-01T00:00:00.000Z' })).nodes).toEqual([]);
    const page = await read({ first: 2 });
    expect(page.pageInfo.hasNextPage).toBe(true);
    const rest = await read({ first: 2, after: page.pageInfo.endCursor });
    expect(rest.nodes.map(({ sequence }) => sequence)).toEqual([2, 1]);
  });

  it('returns another organization only its own trail', async () => {
    const { auditLog } = await service.b.admin.data<Log>(LOG);
    expect(auditLog).toMatchObject({
      totalCount: 1,
      nodes: [
        { action: 'organization.created', actor: { type: 'operator', id: null }, resourceId: service.b.tenantId },
      ],
    });
  });
});
