import { z } from 'zod';
import { inParallel } from '../in-parallel.js';
import { RestError } from '../rest/rest-error.js';
import type { Resource } from '../resource.js';
import { codeOf, type AzureScope } from './azure-scope.js';
import { PARALLEL_REQUESTS, Located } from './azure-schemas.js';

const TYPE = 'microsoft.storage/storageaccounts';

const Account = Located.extend({
  kind: z.string(),
  properties: z.object({
    allowBlobPublicAccess: z.boolean().nullish(),
    supportsHttpsTrafficOnly: z.boolean().nullish(),
    minimumTlsVersion: z.string().nullish(),
    publicNetworkAccess: z.string().nullish(),
    networkAcls: z.object({ defaultAction: z.string().nullish() }).nullish(),
  }),
});

const Retention = z.object({ enabled: z.boolean().nullish(), days: z.number().nullish() }).nullish();
const BlobService = z.object({
  properties: z.object({
    containerDeleteRetentionPolicy: Retention,
    deleteRetentionPolicy: Retention,
    isVersioningEnabled: z.boolean().nullish(),
  }),
});

/** Storage accounts, with the settings of their blobs. */
export async function* collectStorageAccounts(scope: AzureScope): AsyncGenerator<Resource> {
  const { client, account } = scope;
  const accounts = scope.list(
    { types: [TYPE], permission: 'Microsoft.Storage/storageAccounts/read' },
    client.management(`/subscriptions/${account.id}/providers/Microsoft.Storage/storageAccounts`, 'Microsoft.Storage'),
    Account,
  );
  yield* inParallel(accounts, PARALLEL_REQUESTS, async (each): Promise<Resource> => {
    const blobs = await readBlobService(scope, each.id);
    return storageResource(each, blobs, account.id);
  });
}

async function readBlobService(scope: AzureScope, id: string): Promise<z.infer<typeof BlobService> | null> {
  const request = scope.client.management(`${id}/blobServices/default`, 'Microsoft.Storage');
  try {
    return await scope.client.send(request, BlobService);
  } catch (err) {
    // Accounts for files only have no blob service.
    if (err instanceof RestError && codeOf(err) === 'FeatureNotSupportedForAccount') return null;
    const part = {
      types: [],
      details: { types: [TYPE], properties: ['blob_service'] },
      permission: 'Microsoft.Storage/storageAccounts/blobServices/read',
    };
    return scope.missed(part, request, err);
  }
}

function storageResource(
  { id, name, location, kind, tags, properties }: z.infer<typeof Account>,
  blobs: z.infer<typeof BlobService> | null,
  account: string,
): Resource {
  return {
    type: TYPE,
    id,
    name,
    region: location,
    account,
    properties: {
      kind,
      allow_blob_public_access: properties.allowBlobPublicAccess ?? null,
      secure_transfer_required: properties.supportsHttpsTrafficOnly ?? false,
      minimum_tls_version: properties.minimumTlsVersion ?? null,
      public_network_access: properties.publicNetworkAccess ?? null,
      network_default_action: properties.networkAcls?.defaultAction ?? null,
      blob_service: blobs && blobProperties(blobs),
      tags,
    },
  };
}

function blobProperties({ properties }: z.infer<typeof BlobService>) {
  const { containerDeleteRetentionPolicy: containers, deleteRetentionPolicy: blobs } = properties;
  return {
    container_soft_delete_enabled: containers?.enabled ?? false,
    container_soft_delete_days: containers?.days ?? null,
    blob_soft_delete_enabled: blobs?.enabled ?? false,
    blob_soft_delete_days: blobs?.days ?? null,
    versioning_enabled: properties.isVersioningEnabled ?? false,
  };
}
