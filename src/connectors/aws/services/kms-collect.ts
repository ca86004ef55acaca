import {
  DescribeKeyCommand,
  GetKeyPolicyCommand,
  GetKeyRotationStatusCommand,
  KMSClient,
  paginateListAliases,
  paginateListKeys,
  type KeyMetadata,
} from '@aws-sdk/client-kms';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import { statementsOf } from '../policy-document.rules.js';
import type { AwsScope } from '../aws-scope.js';
import { outsidePrincipals, publicPrincipals } from './resource-policy.rules.js';

const PARALLEL_KEYS = 4;

/** Customer managed keys. One that its key policy hides is omitted, and a gap. */
export async function* keys(scope: AwsScope): AsyncGenerator<Resource> {
  const aliases = await aliasesByKey(scope);
  const results = asCompleted(keyIds(scope), PARALLEL_KEYS, (id) =>
    scope.known(scope.optional(keyOf(scope, id, aliases.get(id) ?? []), ['NotFoundException'])),
  );
  for await (const resource of results) if (resource) yield resource;
}

async function keyOf(scope: AwsScope, id: string, aliases: string[]): Promise<Resource | null> {
  const { KeyMetadata: key } = await scope.client(KMSClient).send(new DescribeKeyCommand({ KeyId: id }));
  if (key?.KeyManager !== 'CUSTOMER') return null;
  const rotation = await scope.detail(rotationOf(scope, key));
  const admitted = await scope.detail(admittedOf(scope, key));
  return scope.described({
    type: 'AwsKmsKey',
    id: key.Arn ?? id,
    name: aliases[0] ?? id,
    properties: {
      state: () => key.KeyState ?? '',
      spec: () => key.KeySpec ?? '',
      usage: () => key.KeyUsage ?? '',
      origin: () => key.Origin ?? '',
      multi_region: () => key.MultiRegion === true,
      aliases: () => aliases,
      rotation_enabled: () => rotation.isEnabled,
      rotation_period_days: () => rotation.periodDays,
      days_to_deletion: () => daysUntil(scope, key.DeletionDate),
      public_principals: () => admitted.everybody,
      outside_principals: () => admitted.outside,
      age_days: () => scope.ageDays(key.CreationDate),
    },
  });
}

async function rotationOf(scope: AwsScope, { KeyId: id, KeyState: state, KeySpec: spec }: KeyMetadata) {
  if (state !== 'Enabled' || spec !== 'SYMMETRIC_DEFAULT') return { isEnabled: null, periodDays: null };
  const call = scope.client(KMSClient).send(new GetKeyRotationStatusCommand({ KeyId: id }));
  const rotation = await scope.optional(call, ['UnsupportedOperationException']);
  return {
    isEnabled: rotation?.KeyRotationEnabled === true,
    periodDays: rotation?.RotationPeriodInDays ?? null,
  };
}

async function admittedOf(scope: AwsScope, { KeyId: id, KeyState: state }: KeyMetadata) {
  if (state !== 'Enabled') return { everybody: null, outside: null };
  // A key's own policy may hide it; what else is known of the key still counts.
  const call = scope.client(KMSClient).send(new GetKeyPolicyCommand({ KeyId: id, PolicyName: 'default' }));
  const statements = statementsOf((await call).Policy);
  const viewpoint = { account: scope.account, trusted: scope.session.settings.trusted_accounts };
  return {
    everybody: publicPrincipals(statements),
    outside: outsidePrincipals(statements, viewpoint),
  };
}

async function* keyIds(scope: AwsScope): AsyncGenerator<string> {
  for await (const { Keys: page = [] } of paginateListKeys({ client: scope.client(KMSClient) }, { Limit: 1_000 })) {
    for (const { KeyId: id = '' } of page) yield id;
  }
}

async function aliasesByKey(scope: AwsScope): Promise<Map<string, string[]>> {
  const aliases = new Map<string, string[]>();
  for await (const { Aliases: page = [] } of paginateListAliases({ client: scope.client(KMSClient) }, { Limit: 100 })) {
    for (const { AliasName: name = '', TargetKeyId: key } of page) {
      if (key !== undefined) aliases.set(key, [...(aliases.get(key) ?? []), name]);
    }
  }
  return aliases;
}

function daysUntil(scope: AwsScope, moment: Date | undefined): number | null {
  const age = scope.ageDays(moment);
  return age === null ? null : -age;
}
