import type { Condition, Statement } from '../policy-document.rules.js';

/** Condition keys that restrict callers to an account, an organization, a network, a resource or a user. */
const TYING = new Set([
  'aws:sourceaccount',
  'aws:sourceowner',
  'aws:sourcearn',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:principalaccount',
  'aws:principalarn',
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:resourceaccount',
  'aws:sourcevpc',
  'aws:sourcevpce',
  'aws:userid',
  'aws:username',
  'aws:calledvia',
  'aws:calledviafirst',
  'aws:calledvialast',
  'lambda:eventsourcetoken',
]);
const OPERATORS = /^(?:StringEquals|StringLike|ArnEquals|ArnLike)$/;
/** Private address ranges. */
const PRIVATE = /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|f[cd])/i;

/** Whether a statement of a resource-based policy allows everyone, whatever their account, network or address. */
export function isOpenToEveryone({ effect, principals, conditions }: Statement): boolean {
  return effect === 'Allow' && principals.some(isEveryone) && !conditions.some(isTying);
}

function isEveryone(principal: string): boolean {
  return principal === '*' || /^AWS:arn:aws[a-z-]*:iam::\*:root$/.test(principal);
}

function isTying({ operator, key, values }: Condition): boolean {
  if (values.length === 0 || values.includes('*')) return false;
  if (OPERATORS.test(operator)) return TYING.has(key);
  return operator === 'IpAddress' && key === 'aws:sourceip' && values.every((value) => PRIVATE.test(value));
}
