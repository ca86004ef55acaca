import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyClients } from '../support/api-keys.js';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { requiredOf } from './key-scopes.js';
import type { Verdict } from './verdict.js';
import { GRAPHQL } from './verdicts-graphql.js';
import { REST } from './verdicts-rest.js';

const ROLES = ['admin', 'auditor', 'member'] as const;
type Role = (typeof ROLES)[number];

/** An operation without its kind, with its verdict. */
interface Row {
  name: string;
  may: Verdict;
  /** Whether an API key with every scope may not call it. */
  isInteractive: boolean;
}

/** Uploads of the table by their path; the graph does not have their operations. */
const UPLOADS = {
  importReport: 'POST /api/org/integrations/{id}/import',
  uploadEvidence: 'POST /api/evidence/upload',
};

const ROWS: Row[] = [
  ...Object.entries(GRAPHQL).flatMap(([operation, { may }]) => {
    const [kind, name = ''] = operation.split('.');
    return kind === 'Subscription' ? [] : [{ name, may, isInteractive: requiredOf(operation) === 'interactive' }];
  }),
  ...Object.entries(UPLOADS).map(([name, path]) => ({ name, may: REST[path]?.may ?? [], isInteractive: false })),
];

describe('permissions', () => {
  let service: TestService;
  let keys: Record<Role, Client>;

  beforeAll(async () => {
    service = await startService();
    keys = await keyClients(service.a);
  });
  afterAll(() => service.stop());

  it.each(ROLES)('match the expected verdicts of %s with a token', async (role) => {
    expect(await permissionsOf(service.a[role])).toEqual(named(ROWS.filter((row) => isFor(row, role))));
  });

  it.each(ROLES)('match the expected verdicts of %s with an API key', async (role) => {
    const permitted = ROWS.filter((row) => isFor(row, role) && !row.isInteractive);
    expect(await permissionsOf(keys[role])).toEqual(named(permitted));
  });

  it('differ between roles where the specification says so', async () => {
    const [admin, auditor, member] = await Promise.all(ROLES.map((role) => permissionsOf(service.a[role])));
    expect(admin).toEqual(expect.arrayContaining(['createWebhook', 'importReport', 'triggerScan', 'uploadEvidence']));
    expect(auditor).toEqual(expect.arrayContaining(['createAssessment', 'previewAssessment']));
    expect(auditor).not.toContain('triggerScan');
    expect(member).toContain('uploadEvidence');
    expect(member).not.toContain('importReport');
  });

  it('follow a changed role from the next request', async () => {
    const { member, admin } = await service.addTenant('Gamma', 'ENTERPRISE');
    expect(await permissionsOf(member)).toContain('triggerScan');
    const { me } = await member.data<{ me: { id: string } }>('{ me { id } }');
    await admin.data('mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
      input: { userId: me.id, role: 'auditor' },
    });
    expect(await permissionsOf(member)).toEqual(await permissionsOf(service.a.auditor));
  });

  it('cover every upload of the service', () => {
    const uploads = service.app.routes.flatMap(({ upload }) => (upload ? [upload.operation] : []));
    expect(uploads.toSorted()).toEqual(Object.keys(UPLOADS).map((name) => `Upload.${name}`));
  });
});

async function permissionsOf(client: Client): Promise<string[]> {
  return (await client.data<{ permissions: string[] }>('{ permissions }')).permissions;
}

function isFor({ may }: Row, role: Role): boolean {
  return may === 'anyone' || may.includes(role);
}

function named(permitted: Row[]): string[] {
  return permitted.map(({ name }) => name).toSorted();
}
