import { z } from 'zod';
import { SECOND } from '../../platform/clock.js';
import { foreignTime } from '../../platform/foreign-text.rules.js';
import { ageInDays } from '../age.rules.js';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { PARALLEL_REQUESTS, Located } from './azure-schemas.js';
import type { AzureScope } from './azure-scope.js';
import { rotationOf } from './key-rotation.rules.js';

const VAULT = 'microsoft.keyvault/vaults';
const KEY = 'microsoft.keyvault/vaults/keys';

const Vault = Located.extend({
  // It becomes part of a host name.
  name: z.string().regex(/^[a-z0-9-]+$/i),
  properties: z.object({
    enableSoftDelete: z.boolean().nullish(),
    softDeleteRetentionInDays: z.number().nullish(),
    enablePurgeProtection: z.boolean().nullish(),
    enableRbacAuthorization: z.boolean().nullish(),
    publicNetworkAccess: z.string().nullish(),
  }),
});
type Vault = z.infer<typeof Vault>;

const Key = z.object({
  name: z.string(),
  properties: z.object({
    kty: z.string().nullish(),
    keyUri: z.string(),
    /** Moments are seconds since 1970. */
    attributes: z
      .object({ enabled: z.boolean().nullish(), created: z.number().nullish(), exp: z.number().nullish() })
      .nullish(),
  }),
});
type Key = z.infer<typeof Key>;

const Policy = z.object({
  lifetimeActions: z
    .array(
      z.object({
        action: z.object({ type: z.string() }),
        trigger: z.object({ timeAfterCreate: z.string().nullish(), timeBeforeExpiry: z.string().nullish() }),
      }),
    )
    .nullish(),
  attributes: z.object({ expiryTime: z.string().nullish() }).nullish(),
});

/**
 * Key vaults and their keys. Rotation policies are read from the vaults themselves: Resource Manager documents the
 * property, but only vaults return it reliably.
 * @param now for the age of keys
 */
export async function* collectKeyVaults(scope: AzureScope, now: Date): AsyncGenerator<Resource> {
  const { client, account } = scope;
  const vaults = scope.list(
    { types: [VAULT, KEY], permission: 'Microsoft.KeyVault/vaults/read' },
    client.management(`/subscriptions/${account.id}/providers/Microsoft.KeyVault/vaults`, 'Microsoft.KeyVault'),
    Vault,
  );
  for await (const vault of vaults) {
    yield vaultResource(vault, account.id);
    const keys = scope.list(
      { types: [KEY], permission: 'Microsoft.KeyVault/vaults/keys/read' },
      client.management(`${vault.id}/keys`, 'Microsoft.KeyVault'),
      Key,
    );
    yield* inParallel(keys, PARALLEL_REQUESTS, (key) => keyResource(scope, { vault, key, now }));
  }
}

function vaultResource({ id, name, location, tags, properties }: Vault, account: string): Resource {
  return {
    type: VAULT,
    id,
    name,
    region: location,
    account,
    properties: {
      soft_delete_enabled: properties.enableSoftDelete ?? false,
      soft_delete_days: properties.softDeleteRetentionInDays ?? null,
      purge_protection_enabled: properties.enablePurgeProtection ?? false,
      rbac_authorization: properties.enableRbacAuthorization ?? false,
      public_network_access: properties.publicNetworkAccess ?? null,
      tags,
    },
  };
}

async function keyResource(
  scope: AzureScope,
  { vault, key, now }: { vault: Vault; key: Key; now: Date },
): Promise<Resource> {
  const { kty, keyUri, attributes } = key.properties;
  const policy = await scope.get(
    {
      types: [],
      details: { types: [KEY], properties: ['rotates_automatically', 'rotate_after_days'] },
      permission: 'Microsoft.KeyVault/vaults/keyrotationpolicies/read',
    },
    scope.client.vault(vault.name, `/keys/${encodeURIComponent(key.name)}/rotationpolicy`),
    Policy,
  );
  const rotation =
    policy &&
    rotationOf({ lifetimeActions: policy.lifetimeActions ?? [], expiryTime: policy.attributes?.expiryTime ?? null });
  const { created, exp } = attributes ?? {};
  const expiresAt = foreignTime(exp ? exp * SECOND : Number.NaN);
  return {
    type: KEY,
    id: keyUri,
    name: key.name,
    region: vault.location,
    account: scope.account.id,
    properties: {
      vault: vault.name,
      key_type: kty ?? null,
      enabled: attributes?.enabled ?? true,
      rotates_automatically: rotation?.rotates ?? null,
      rotate_after_days: rotation?.afterDays ?? null,
      expires_at: Number.isNaN(expiresAt) ? null : new Date(expiresAt).toISOString(),
      age_days: created ? ageInDays(new Date(created * SECOND), now) : null,
    },
  };
}
