import { z } from 'zod';
import { inParallel } from '../in-parallel.js';
import { RestError } from '../rest/rest-error.js';
import type { Resource } from '../resource.js';
import { codeOf, type AzureReader } from './azure-scope.js';
import { AT_A_TIME, Located } from './azure-schemas.js';

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
export async function* readStorageAccounts(reader: AzureReader): AsyncGenerator<Resource> {
  const { api, account } = reader;
  const accounts = reader.list(
    { types: [TYPE], permission: 'Microsoft.Storage/storageAccounts/read' },
    api.management(`/subscriptions/${account.id}/providers/Microsoft.Storage/storageAccounts`, 'Microsoft.Storage'),
    Account,
  );
  yield* inParallel(accounts, AT_A_TIME, async (each): Promise<Resource> => {
    const blobs = await readBlobService(reader, each.id);
    return storageResource(each, blobs, account.id);
  });
}

async function readBlobService(reader: AzureReader, id: string): Promise<z.infer<typeof BlobService> | null> {
  const request = reader.api.management(`${id}/blobServices/default`, 'Microsoft.Storage');
  try {
    return await reader.api.ask(request, BlobService);
  } catch (err) {
    // Accounts for files alone have no blobs.
    if (err instanceof RestError && codeOf(err) === 'FeatureNotSupportedForAccount') return null;
    const part = { types: [TYPE], permission: 'Microsoft.Storage/storageAccounts/blobServices/read' };
    return reader.missed(part, request, err);
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
