import type { PermissionDocument } from '../connector.js';
import { roleTemplates } from './role-templates.js';

/** Limit of a managed policy, not counting white space. */
const POLICY_CHARS_MAX = 6_144;

/**
 * Templates of a role that allows these actions, and the same as policies to be made by hand.
 * @param actions every IAM action that is called
 */
export function awsPermissions(actions: readonly string[], principal: string | null = null): PermissionDocument[] {
  const parts = chunksOf(actions).map((chunk, index) => ({
    name: `CrosswalkReads${String(index + 1)}`,
    document: policyOf(chunk),
  }));
  return [...roleTemplates(parts, principal), ...policiesOf(actions), trustPolicy(principal), memberPolicy()];
}

/** Smallest number of policies that AWS accepts, with the actions in alphabetical order, each once. */
export function policiesOf(actions: readonly string[]): PermissionDocument[] {
  const chunks = chunksOf(actions);
  return chunks.map((chunk, index) => ({
    title:
      chunks.length === 1
        ? 'Policy for reading the account'
        : `Policy for reading the account, part ${String(index + 1)} of ${String(chunks.length)}`,
    way: 'By hand',
    format: 'json',
    text: textOf(policyOf(chunk)),
  }));
}

/** What the user or role of the first account needs to read others besides. */
function memberPolicy(): PermissionDocument {
  const statement = {
    Sid: 'CrosswalkAssumesMemberRole',
    Effect: 'Allow',
    Action: 'sts:AssumeRole',
    Resource: 'arn:aws:iam::*:role/CrosswalkScan',
  };
  return {
    title: 'Additional policy of the first account, where the roles of others are assumed from it',
    format: 'json',
    text: textOf({ Version: '2012-10-17', Statement: [statement] }),
  };
}

/** Trust policy of the role, with placeholders to fill in where the operator names no principal. */
function trustPolicy(principal: string | null): PermissionDocument {
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: principal ?? 'arn:aws:iam::<ACCOUNT_OF_THE_ACCESS_KEY>:root' },
    Action: 'sts:AssumeRole',
    Condition: { StringEquals: { 'sts:ExternalId': '<EXTERNAL_ID>' } },
  };
  return {
    title: 'Trust policy of the role, where one is assumed',
    way: 'By hand',
    format: 'json',
    text: textOf({ Version: '2012-10-17', Statement: [statement] }),
  };
}

function chunksOf(actions: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (const action of [...new Set(actions)].sort()) {
    const last = chunks.at(-1);
    if (last && JSON.stringify(policyOf([...last, action])).length <= POLICY_CHARS_MAX) last.push(action);
    else chunks.push([action]);
  }
  return chunks;
}

function policyOf(actions: string[]) {
  return {
    Version: '2012-10-17',
    Statement: [{ Sid: 'CrosswalkReads', Effect: 'Allow', Action: actions, Resource: '*' }],
  };
}

function textOf(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
