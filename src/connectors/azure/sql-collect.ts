import { z } from 'zod';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { PARALLEL_REQUESTS, Located } from './azure-schemas.js';
import type { AzureScope } from './azure-scope.js';

const SERVER = 'microsoft.sql/servers';
const DATABASE = 'microsoft.sql/servers/databases';

const Server = Located.extend({
  properties: z.object({ publicNetworkAccess: z.string().nullish(), minimalTlsVersion: z.string().nullish() }),
});
type Server = z.infer<typeof Server>;
const Database = Located.extend({ properties: z.object({ status: z.string().nullish() }) });
const AuditingPolicy = z.object({ name: z.string(), properties: z.object({ state: z.string() }) });
const Encryption = z.object({ properties: z.object({ state: z.string() }) });

/** Servers of Azure SQL with their auditing, and their databases with their encryption. */
export async function* collectSqlServers(scope: AzureScope): AsyncGenerator<Resource> {
  const { client, account } = scope;
  const servers = scope.list(
    { types: [SERVER, DATABASE], permission: 'Microsoft.Sql/servers/read' },
    client.management(`/subscriptions/${account.id}/providers/Microsoft.Sql/servers`, 'Microsoft.Sql'),
    Server,
  );
  for await (const server of servers) {
    yield await serverResource(scope, server);
    yield* collectDatabases(scope, server);
  }
}

async function serverResource(scope: AzureScope, server: Server): Promise<Resource> {
  const { id, name, location, tags, properties } = server;
  const policies = await scope.all(
    {
      types: [],
      details: { types: [SERVER], properties: ['auditing_policies'] },
      permission: 'Microsoft.Sql/servers/auditingSettings/read',
    },
    scope.client.management(`${id}/auditingSettings`, 'Microsoft.Sql'),
    AuditingPolicy,
  );
  return {
    type: SERVER,
    id,
    name,
    region: location,
    account: scope.account.id,
    properties: {
      auditing_policies: policies?.map((policy) => ({ name: policy.name, state: policy.properties.state })) ?? null,
      public_network_access: properties.publicNetworkAccess ?? null,
      minimum_tls_version: properties.minimalTlsVersion ?? null,
      tags,
    },
  };
}

async function* collectDatabases(scope: AzureScope, server: Server): AsyncGenerator<Resource> {
  const databases = scope.list(
    { types: [DATABASE], permission: 'Microsoft.Sql/servers/databases/read' },
    scope.client.management(`${server.id}/databases`, 'Microsoft.Sql'),
    Database,
  );
  yield* inParallel(
    databases,
    PARALLEL_REQUESTS,
    async ({ id, name, location, tags, properties }): Promise<Resource> => {
      // Azure encrypts `master` itself and returns nothing about it.
      const encryption = name.toLowerCase() === 'master' ? null : await readEncryption(scope, id);
      return {
        type: DATABASE,
        id,
        name,
        region: location,
        account: scope.account.id,
        properties: {
          server: server.name,
          transparent_data_encryption: encryption?.properties.state ?? null,
          status: properties.status ?? null,
          tags,
        },
      };
    },
  );
}

function readEncryption(scope: AzureScope, id: string) {
  return scope.get(
    {
      types: [],
      details: { types: [DATABASE], properties: ['transparent_data_encryption'] },
      permission: 'Microsoft.Sql/servers/databases/transparentDataEncryption/read',
    },
    scope.client.management(`${id}/transparentDataEncryption/current`, 'Microsoft.Sql'),
    Encryption,
  );
}
