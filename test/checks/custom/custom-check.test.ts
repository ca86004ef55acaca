import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestService, type TestTenant } from '../../support/service.js';
import { changed, codeOf, create, detailsOf, INPUT, mutate, TYPE } from './custom-checks.js';

const LIST = '{ customChecks { key title universalControls { code domain { code } } } }';

describe('custom checks', () => {
  let service: TestService;
  let tenant: TestTenant;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    tenant = await service.addTenant(`Writer${(tenants += 1)}`, 'ENTERPRISE');
  });

  const auditOf = () =>
    service.database.query<{ action: string; before: unknown; after: unknown }>(
      `select action, before, after from audit_log where tenant_id = $1 and action like 'custom_check.%' order by sequence`,
      [tenant.tenantId],
    );

  it('are stored and returned as given', async () => {
    const remediation = { summary: 'Rename it.', steps: [{ title: 'Rename', instruction: 'Choose one letter.' }] };
    const check = await create(tenant.admin, { applies: ' region == null ', remediation });
    expect(check).toMatchObject({
      ...INPUT,
      ruleId: 'custom.short-names',
      applies: 'region == null',
      universalControls: [{ code: 'UCF-GOV-01' }],
      isEnabled: true,
      remediation: {
        summary: 'Rename it.',
        effort: 'medium',
        steps: [{ order: 1, title: 'Rename', instruction: 'Choose one letter.', command: null }],
      },
    });
    const { customCheck } = await tenant.auditor.data<{ customCheck: object }>(
      'query ($id: ID!) { customCheck(id: $id) { key applies } }',
      { id: check.id },
    );
    expect(customCheck).toEqual({ key: 'short-names', applies: 'region == null' });
  });

  it('change in the given fields, and get a new version with new logic', async () => {
    const made = await create(tenant.admin, { applies: 'true' });
    const renamed = await changed(tenant.admin, 'updateCustomCheck', { customCheckId: made.id, title: 'Short' });
    expect(renamed).toMatchObject({ title: 'Short', applies: 'true', version: made.version });
    const wider = await changed(tenant.admin, 'updateCustomCheck', { customCheckId: made.id, applies: null });
    expect(wider).toMatchObject({ title: 'Short', applies: null });
    expect(wider.version).not.toBe(made.version);
    const off = await changed(tenant.admin, 'updateCustomCheck', { customCheckId: made.id, isEnabled: false });
    expect(off).toMatchObject({ isEnabled: false, version: wider.version });
  });

  it('are not found after deletion, and every change is in the audit trail', async () => {
    const { id } = await create(tenant.admin);
    await changed(tenant.admin, 'updateCustomCheck', { customCheckId: id, severity: 'low' });
    await changed(tenant.admin, 'updateCustomCheck', { customCheckId: id, severity: 'low' });
    expect(await changed(tenant.admin, 'deleteCustomCheck', { customCheckId: id })).toMatchObject({
      id,
      severity: 'low',
    });
    expect(await tenant.member.data(LIST)).toEqual({ customChecks: [] });
    expect(codeOf(await mutate(tenant.admin, 'deleteCustomCheck', { customCheckId: id }))).toBe('NOT_FOUND');
    expect(await auditOf()).toEqual([
      { action: 'custom_check.created', before: null, after: expect.objectContaining({ key: 'short-names' }) },
      { action: 'custom_check.updated', before: { severity: 'high' }, after: { severity: 'low' } },
      { action: 'custom_check.deleted', before: expect.objectContaining({ severity: 'low' }), after: null },
    ]);
  });

  it.each([
    ['a key with a capital', { key: 'Short' }, '/key'],
    ['an empty title', { title: ' ' }, '/title'],
    ['an unknown universal control', { universalControls: ['UCF-GOV-01', 'UCF-XXX-99'] }, '/universalControls/1'],
    ['no universal control', { universalControls: [] }, '/universalControls'],
    ['one universal control twice', { universalControls: ['UCF-GOV-01', 'UCF-GOV-01'] }, '/universalControls'],
    ['a type without a shape', { resourceType: 'AwsNothing' }, '/resourceType'],
    ['an expression that is none', { passes: 'size(' }, '/passes'],
    ['a property that the type has not', { passes: 'resource.colour == "red"' }, '/passes'],
    ['an expression that gives no truth value', { passes: 'size(id)' }, '/passes'],
    ['one beyond 2,000 characters', { passes: `name == "${'x'.repeat(2_000)}"` }, '/passes'],
    ['one beyond 500 parts', { passes: Array.from({ length: 300 }, () => 'true').join('&&') }, '/passes'],
    ['one nested beyond 40 levels', { applies: `${'!('.repeat(60)}true${')'.repeat(60)}` }, '/applies'],
    ['a scope that compares unlike things', { applies: 'name == 3' }, '/applies'],
    ['a sentence with half an expression', { saysPass: 'It is {name +}.' }, '/saysPass'],
    ['a sentence about an unknown property', { saysFail: 'It is {resource.colour}.' }, '/saysFail'],
    ['remediation without steps', { remediation: { summary: 'Repair it.', steps: [] } }, '/remediation/steps'],
  ])('return VALIDATION_FAILED with the name of the field for %s', async (_name, input, field) => {
    const answer = await mutate(tenant.admin, 'createCustomCheck', { ...INPUT, ...input });
    expect(codeOf(answer)).toBe('VALIDATION_FAILED');
    expect(detailsOf(answer)).toEqual({ [field]: expect.stringMatching(/\w/) });
    expect(await tenant.member.data(LIST)).toEqual({ customChecks: [] });
  });

  it('return all errors at once, on update too', async () => {
    const { id } = await create(tenant.admin);
    const answer = await mutate(tenant.admin, 'updateCustomCheck', {
      customCheckId: id,
      passes: 'resource.colour',
      saysFail: '{resource.colour}',
    });
    expect(Object.keys(detailsOf(answer))).toEqual(['/passes', '/saysFail']);
  });

  it('have a key that is unique within the organization only', async () => {
    await create(tenant.admin);
    expect(codeOf(await mutate(tenant.admin, 'createCustomCheck', INPUT))).toBe('CONFLICT');
    await create(service.a.admin);
  });

  it('are limited to 100', async () => {
    await create(tenant.admin);
    await service.database.query(
      `insert into custom_checks (id, tenant_id, key, title, description, rationale, severity, resource_type, passes,
         says_pass, says_fail, universal_controls, is_enabled, created_at, updated_at)
       select gen_random_uuid(), tenant_id, 'copy-' || no, title, description, rationale, severity, resource_type, passes,
         says_pass, says_fail, universal_controls, is_enabled, created_at, updated_at
       from custom_checks, generate_series(1, 98) no where tenant_id = $1`,
      [tenant.tenantId],
    );
    await create(tenant.admin, { key: 'the-hundredth' });
    expect(codeOf(await mutate(tenant.admin, 'createCustomCheck', { ...INPUT, key: 'one-more' }))).toBe('CONFLICT');
  });

  it('require the tier ENTERPRISE', async () => {
    const smaller = await service.addTenant(`Smaller${tenants}`, 'PROFESSIONAL');
    const nobodys = '00000000-0000-4000-8000-000000000000';
    for (const [name, input] of [
      ['createCustomCheck', INPUT],
      ['updateCustomCheck', { customCheckId: nobodys, title: 'T' }],
      ['deleteCustomCheck', { customCheckId: nobodys }],
    ] as const) {
      expect(codeOf(await mutate(smaller.admin, name, input))).toBe('LICENSE_LIMIT_REACHED');
    }
    expect(await smaller.admin.data(LIST)).toEqual({ customChecks: [] });
  });

  it('are listed by key, in the same number of statements for many as for one', async () => {
    await create(tenant.admin, { key: 'b' });
    const statementsOf = async () => {
      const before = service.statements.length;
      const { customChecks } = await tenant.member.data<{ customChecks: { key: string }[] }>(LIST);
      return { keys: customChecks.map(({ key }) => key), statements: service.statements.length - before };
    };
    const one = await statementsOf();
    for (const key of ['c', 'a', 'd'])
      await create(tenant.admin, { key, universalControls: ['UCF-IAM-01', 'UCF-GOV-02'] });
    const four = await statementsOf();
    expect(one.keys).toEqual(['b']);
    expect(four.keys).toEqual(['a', 'b', 'c', 'd']);
    expect(four.statements).toBe(one.statements);
  });

  it('are written for resource types that are listed with all their properties', async () => {
    const { resourceTypes } = await tenant.member.data<{
      resourceTypes: { type: string; properties: Record<string, object>; example: object }[];
    }>('{ resourceTypes { type title description properties example } }');
    expect(resourceTypes.map(({ type }) => type)).toEqual(resourceTypes.map(({ type }) => type).toSorted());
    const block = resourceTypes.find(({ type }) => type === TYPE);
    expect(block?.properties.block_public_acls).toEqual({
      type: 'boolean',
      description: 'Whether new public ACLs are refused.',
    });
    expect(block?.example).toMatchObject({ block_public_acls: true });
  });
});
