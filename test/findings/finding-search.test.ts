import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { allFindings, briefly } from './findings.js';

const MFA = 'iam_user_mfa_enabled_console_access';

describe('the search of findings', () => {
  let service: TestService;

  /** Of the check on multi-factor authentication one that passes and one that fails, and two of another check. */
  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    const report = [fails('payroll', MFA), passes('website', MFA), fails('multi-cloud'), fails('archive')];
    await runImport(admin, await connect(admin, 'prowler'), prowlerReport(report));
  });
  afterAll(() => service.stop());

  const found = async (search: string, more: object = {}) =>
    briefly(await allFindings(service.a.member, { search, ...more })).toSorted();

  it.each([
    ['a resource by a part of its name, without case', 'PAYR', ['fail payroll']],
    ['a check by what is wanted', 'have multi-factor authentication', ['fail payroll', 'pass website']],
    ['a check by what is wrong', 'have no multi-factor', ['fail payroll', 'pass website']],
    ['both a check and a resource', 'multi-', ['fail multi-cloud', 'fail payroll', 'pass website']],
    [
      'a resource by its type, also without its spaces',
      'thi ng',
      ['fail archive', 'fail multi-cloud', 'fail payroll', 'pass website'],
    ],
    ['nothing', 'no such words', []],
    ['no wildcard', '%', []],
  ])('finds %s', async (_what, search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it('goes with every other condition', async () => {
    expect(await found('multi-', { status: 'fail' })).toEqual(['fail multi-cloud', 'fail payroll']);
    expect(await found('multi-', { checkId: [MFA] })).toEqual(['fail payroll', 'pass website']);
    expect(await found('multi-', { resourceId: 'payroll' })).toEqual(['fail payroll']);
  });

  it('pages through what it finds in the order of the list', async () => {
    const pages = await allFindings(service.a.member, { search: 'multi-' }, { first: 1, orderBy: 'first_seen' });
    expect(briefly(pages).toSorted()).toEqual(['fail multi-cloud', 'fail payroll', 'pass website']);
  });

  it('is the same over REST', async () => {
    const { body } = await service.a.member.get('/api/findings?search=have%20no%20multi-factor&status=fail');
    expect(body).toMatchObject({ data: [{ resource_id: 'payroll' }] });
  });

  it('finds nothing of another organization', async () => {
    expect(await allFindings(service.b.member, { search: 'payroll' })).toEqual([]);
  });
});
