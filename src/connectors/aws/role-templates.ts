import type { PermissionDocument } from '../connector.js';

const ROLE = 'CrosswalkScan';
/** Place of the external id, which the service fills in with that of the organization. */
const EXTERNAL_ID = '<EXTERNAL_ID>';
const PRINCIPAL_HINT = 'ARN of the user or role whose credentials the service uses to assume this role';

/** A policy of IAM, and the parts of its name. */
export interface PolicyPart {
  name: string;
  document: object;
}

/**
 * The role and its policies in one step: as a template of CloudFormation and as a module of Terraform, in its JSON syntax. Both ask
 * for the principal that may assume the role, by default the one that the operator names, and give the ARN of the role.
 */
export function roleTemplates(policies: readonly PolicyPart[], principal: string | null): PermissionDocument[] {
  return [
    {
      title: 'Role with its policies, by CloudFormation',
      way: 'CloudFormation',
      format: 'json',
      text: textOf(cloudFormation(policies, principal)),
    },
    {
      title: 'Role with its policies, by Terraform (main.tf.json)',
      way: 'Terraform',
      format: 'json',
      text: textOf(terraform(policies, principal)),
    },
  ];
}

/** Source: AWS CloudFormation, "Template sections"; `AWS::IAM::Role`, `AWS::IAM::ManagedPolicy`. */
function cloudFormation(policies: readonly PolicyPart[], principal: string | null) {
  const resources = policies.map(({ name, document }) => [
    name,
    { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: document } },
  ]);
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'Role that Crosswalk assumes to read this account. It changes nothing.',
    Parameters: {
      TrustedPrincipal: {
        ...{ Type: 'String', Description: PRINCIPAL_HINT },
        ...(principal === null ? {} : { Default: principal }),
      },
    },
    Resources: {
      ...(Object.fromEntries(resources) as Record<string, object>),
      [ROLE]: {
        Type: 'AWS::IAM::Role',
        // The same name in every account, as a stack set makes it.
        Properties: {
          RoleName: ROLE,
          AssumeRolePolicyDocument: trustOf({ Ref: 'TrustedPrincipal' }),
          ManagedPolicyArns: policies.map(({ name }) => ({ Ref: name })),
        },
      },
    },
    Outputs: { RoleArn: { Value: { 'Fn::GetAtt': [ROLE, 'Arn'] } } },
  };
}

/** Source: Terraform, "JSON Configuration Syntax"; provider hashicorp/aws, `aws_iam_role`, `aws_iam_policy`, `aws_iam_role_policy_attachment`. */
function terraform(policies: readonly PolicyPart[], principal: string | null) {
  const each = (of: (part: PolicyPart) => object) =>
    Object.fromEntries(policies.map((part) => [part.name, of(part)])) as Record<string, object>;
  return {
    variable: {
      trusted_principal: {
        ...{ type: 'string', description: PRINCIPAL_HINT },
        ...(principal === null ? {} : { default: principal }),
      },
    },
    resource: {
      aws_iam_role: {
        [ROLE]: { name: ROLE, assume_role_policy: JSON.stringify(trustOf('${var.trusted_principal}')) },
      },
      aws_iam_policy: each(({ name, document }) => ({ name, policy: JSON.stringify(document) })),
      aws_iam_role_policy_attachment: each(({ name }) => ({
        role: `\${aws_iam_role.${ROLE}.name}`,
        policy_arn: `\${aws_iam_policy.${name}.arn}`,
      })),
    },
    output: { role_arn: { value: `\${aws_iam_role.${ROLE}.arn}` } },
  };
}

function trustOf(principal: unknown) {
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: principal },
    Action: 'sts:AssumeRole',
    Condition: { StringEquals: { 'sts:ExternalId': EXTERNAL_ID } },
  };
  return { Version: '2012-10-17', Statement: [statement] };
}

function textOf(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
