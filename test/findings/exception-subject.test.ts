import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, proposal } from '../exceptions/exceptions.js';
import { fails, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const MFA = 'iam_user_mfa_enabled_console_access';
const LIST = `{ exceptions(first: 100) { nodes { resource fault check { id severity } namedResource { id name } } } }`;
const RESOURCE = 'query ($id: ID!) { resource(id: $id) { resourceId } }';

interface Shown {
  resource: string;
  fault: string;
  check: { id: string; severity: string } | null;
  namedResource: { id: string; name: string } | null;
}

describe('what an exception is about', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    await runImport(admin, await connect(admin, 'prowler'), prowlerReport([fails('r-1', MFA), fails('r-2', MFA)]));
    await accept(admin, proposal(MFA));
    await accept(admin, proposal(MFA, {}, { resourcePattern: 'r-*' }));
  });
  afterAll(() => service.stop());

  const shown = async () => (await service.a.member.data<{ exceptions: { nodes: Shown[] } }>(LIST)).exceptions.nodes;

  it('is said in the words of the fault, with the severity of the check', async () => {
    for (const { fault, check } of await shown()) {
      expect(fault).toBe('Console users have no multi-factor authentication');
      expect(check).toEqual({ id: 'aws.iam.user-mfa-enabled-console-access', severity: 'high' });
    }
  });

  it('is the resource that it names, and none for a pattern', async () => {
    const found = await shown();
    const one = found.find(({ resource }) => resource === 'r-1')?.namedResource;
    expect(one?.name).toBe('r-1');
    expect(await service.a.member.data(RESOURCE, { id: one?.id })).toEqual({ resource: { resourceId: 'r-1' } });
    expect(found.find(({ resource }) => resource === 'r-*')?.namedResource).toBeNull();
  });

  it('takes as many statements for two exceptions as for one', async () => {
    const read = async (first: number) => {
      const from = service.statements.length;
      await service.a.member.data(`{ exceptions(first: ${first}) { nodes { fault namedResource { id } } } }`);
      return service.statements.length - from;
    };
    expect(await read(2)).toBe(await read(1));
  });
});
