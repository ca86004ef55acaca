import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/connectors/resource.js';
import { IntegrationEvaluator } from '../../src/modules/scans/integration-evaluator.js';
import { shippedEngine } from '../connectors/engine.js';
import { checksUnderTest, shapesByType } from './content.js';

const ENGINE = shippedEngine();
const AT = '2026-12-01T00:00:00Z';
const USERS = 'aws.iam.user-mfa-enabled-console-access';

/** A resource as its type's example is, but for some properties. */
function resourceOf(type: string, properties: Record<string, unknown> = {}, more: Partial<Resource> = {}): Resource {
  const { example } = shapesByType().get(type) ?? {};
  if (!example) throw new Error(`there is no type ${type}`);
  return {
    type,
    id: type,
    name: 'anna',
    region: null,
    account: '1',
    properties: { ...example, ...properties },
    ...more,
  };
}

const user = (mfa_active: boolean) => resourceOf('AwsIamUser', { password_enabled: true, mfa_active });
const account = (...names: string[]) =>
  resourceOf('AwsIamAccount', { saml_providers: names.map((name) => ({ name, days_until_expiry: null })) });

function evaluated(resources: readonly Resource[], at = AT): IntegrationEvaluator {
  const evaluator = new IntegrationEvaluator(ENGINE);
  for (const resource of resources) evaluator.evaluate(resource, at);
  return evaluator;
}

describe('a check about everybody', () => {
  it('shows something where its resources are all that there are', () => {
    expect(
      evaluated([user(true), account()])
        .withheld()
        .has(USERS),
    ).toBe(false);
  });

  it('is withheld, with the reason, where people are elsewhere', () => {
    const reason = evaluated([user(true), account('company-okta')])
      .withheld()
      .get(USERS);
    expect(reason).toContain('also sign in to account 1 through company-okta');
  });

  it('is withheld where one of several accounts has people elsewhere, in any order', () => {
    expect(
      evaluated([user(true), account(), account('okta')])
        .withheld()
        .has(USERS),
    ).toBe(true);
    expect(
      evaluated([user(true), account('okta'), account()])
        .withheld()
        .has(USERS),
    ).toBe(true);
  });

  it('is withheld where nothing shows whether they are all', () => {
    expect(
      evaluated([user(true)])
        .withheld()
        .get(USERS),
    ).toContain('not known whether its resources are all');
    const refused = evaluated([user(true)]);
    const reason = 'iam:ListSAMLProviders was refused.';
    refused.missed({ resourceTypes: ['AwsIamAccount'], region: null, account: '1', reason });
    expect(refused.withheld().get(USERS)).toBe(reason);
    const unknown = resourceOf('AwsIamAccount', { saml_providers: null }, { unknown: { saml_providers: reason } });
    expect(
      evaluated([user(true), unknown])
        .withheld()
        .get(USERS),
    ).toContain(reason);
  });

  it('fails who fails all the same', () => {
    const findings = new IntegrationEvaluator(ENGINE).evaluate(user(false), AT);
    expect(findings.find(({ check }) => check.ruleId === USERS)).toMatchObject({ status: 'fail' });
  });
});

describe('a check that goes by a list', () => {
  const LISTS = checksUnderTest().filter(({ logic }) => logic?.knowledge);
  const RUNTIMES = 'aws.awslambda.function-using-supported-runtimes';
  const current = resourceOf('AwsLambdaFunction', { runtime: 'nodejs24.x' });
  const retired = resourceOf('AwsLambdaFunction', { runtime: 'python3.6' });

  it.each(LISTS)('$id says of which month the list is where it passes something', ({ logic }) => {
    const month = new Date(logic?.knowledge?.as_of ?? '').toLocaleDateString('en-GB', {
      month: 'long',
      year: 'numeric',
    });
    expect(logic?.says.pass).toContain(month);
  });

  it('passes what is not on it while the list is young', () => {
    const findings = new IntegrationEvaluator(ENGINE).evaluate(current, '2027-05-02T00:00:00Z');
    expect(findings.find(({ check }) => check.ruleId === RUNTIMES)).toMatchObject({ status: 'pass' });
  });

  it('is withheld with the day of the list when that is too old, and fails what is on it', () => {
    const at = '2027-05-02T00:00:01Z';
    const evaluator = new IntegrationEvaluator(ENGINE);
    const verdictsOn = (resource: Resource) =>
      evaluator.evaluate(resource, at).filter(({ check }) => check.ruleId === RUNTIMES);
    expect(verdictsOn(current)).toEqual([]);
    expect(verdictsOn(retired)).toMatchObject([{ status: 'fail' }]);
    expect(evaluator.withheld().get(RUNTIMES)).toContain('of 2026-11-01');
  });
});
