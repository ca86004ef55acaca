import { describe, expect, it } from 'vitest';
import { createConnectors } from '../../../src/app/connectors.js';
import { awsPermissions } from '../../../src/connectors/aws/aws-permissions.js';
import { configFor } from '../../support/config.js';

interface Policy {
  Statement: { Effect: string; Action: string[]; Resource: string }[];
}

/** Templates of a role for so many actions that it needs three policies. */
const ACTIONS = Array.from({ length: 400 }, (_, index) => `service:DescribeSomething${String(index).padStart(4, '0')}`);
const [cloudFormation, terraform] = awsPermissions(ACTIONS).map(({ text }) => JSON.parse(text) as object);
const NAMES = ['CrosswalkReads1', 'CrosswalkReads2', 'CrosswalkReads3'];

const actionsOf = (policies: Policy[]) =>
  policies.flatMap(({ Statement }) => Statement.flatMap(({ Action }) => Action));
const trustOf = (principal: unknown) => ({
  Version: '2012-10-17',
  Statement: [
    {
      ...{ Effect: 'Allow', Principal: { AWS: principal }, Action: 'sts:AssumeRole' },
      Condition: { StringEquals: { 'sts:ExternalId': '<EXTERNAL_ID>' } },
    },
  ],
});

describe('the template of CloudFormation', () => {
  const { Parameters, Resources, Outputs } = cloudFormation as {
    Parameters: object;
    Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
    Outputs: object;
  };

  it('makes a role with every action, which asks for the external id of the organization', () => {
    const policies = NAMES.map((name) => Resources[name]?.Properties.PolicyDocument as Policy);
    expect(actionsOf(policies)).toEqual(ACTIONS);
    expect(Resources.CrosswalkScan).toEqual({
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: 'CrosswalkScan',
        AssumeRolePolicyDocument: trustOf({ Ref: 'TrustedPrincipal' }),
        ManagedPolicyArns: NAMES.map((name) => ({ Ref: name })),
      },
    });
    expect(Object.keys(Parameters)).toEqual(['TrustedPrincipal']);
    expect(Outputs).toEqual({ RoleArn: { Value: { 'Fn::GetAtt': ['CrosswalkScan', 'Arn'] } } });
  });
});

describe('the principal that the operator names', () => {
  const PRINCIPAL = 'arn:aws:iam::111122223333:role/crosswalk';
  const documents = awsPermissions(ACTIONS, PRINCIPAL).map(({ text }) => JSON.parse(text) as object);

  it('is the default of both templates, and stands in the trust policy', () => {
    expect(documents[0]).toMatchObject({ Parameters: { TrustedPrincipal: { Default: PRINCIPAL } } });
    expect(documents[1]).toMatchObject({ variable: { trusted_principal: { default: PRINCIPAL } } });
    expect(documents.at(-2)).toEqual(trustOf(PRINCIPAL));
  });

  it('is what the kind of integration says that is granted access; none without it', () => {
    const config = configFor('postgres://unused');
    const granteeOf = (principal: string | null) =>
      createConnectors({ ...config, aws: { ...config.aws, principal } }).get('aws').grantee;
    expect(granteeOf(PRINCIPAL)).toBe(PRINCIPAL);
    expect(granteeOf(null)).toBeNull();
  });
});

describe('the module of Terraform', () => {
  const { variable, resource } = terraform as {
    variable: object;
    resource: Record<
      'aws_iam_role' | 'aws_iam_policy' | 'aws_iam_role_policy_attachment',
      Record<string, Record<string, string>>
    >;
  };

  it('makes the same role, its policies attached', () => {
    const policies = Object.values(resource.aws_iam_policy).map(({ policy = '' }) => JSON.parse(policy) as Policy);
    expect(actionsOf(policies)).toEqual(ACTIONS);
    expect(JSON.parse(resource.aws_iam_role.CrosswalkScan?.assume_role_policy ?? '')).toEqual(
      trustOf('${var.trusted_principal}'),
    );
    expect(resource.aws_iam_role_policy_attachment.CrosswalkReads2).toEqual({
      role: '${aws_iam_role.CrosswalkScan.name}',
      policy_arn: '${aws_iam_policy.CrosswalkReads2.arn}',
    });
    expect(Object.keys(variable)).toEqual(['trusted_principal']);
  });
});

describe('the templates of the connector', () => {
  it('allow what the policies to be made by hand allow: actions that read, within the limits of AWS', () => {
    const aws = createConnectors(configFor('postgres://unused')).get('aws');
    const [template, module, ...byHand] = aws.permissions.map(({ text }) => JSON.parse(text) as object);
    // Without the trust policy, and the policy of the first account where others are read besides.
    const listed = actionsOf(byHand.slice(0, -2) as Policy[]);
    const { Resources } = template as { Resources: Record<string, { Properties: { PolicyDocument?: Policy } }> };
    const policies = Object.values(Resources).flatMap(({ Properties: { PolicyDocument } }) => PolicyDocument ?? []);
    expect(actionsOf(policies)).toEqual(listed);
    expect(listed.length).toBeGreaterThan(100);
    expect(
      listed.filter(
        (action) => !/^[a-z0-9-]+:(GET$|Get|List|Describe|Search|View|Generate|Batch|Lookup|Check)/.test(action),
      ),
    ).toEqual([]);
    // At most 10 managed policies in a role, 51,200 bytes in a template that is given as text.
    expect(policies.length).toBeLessThanOrEqual(10);
    expect(JSON.stringify(template).length).toBeLessThan(51_200);
    for (const policy of policies) expect(JSON.stringify(policy).length).toBeLessThanOrEqual(6_144);
    expect(JSON.stringify(module)).toContain('aws_iam_role_policy_attachment');
  });
});
