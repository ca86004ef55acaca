import { z } from 'zod';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { AT_A_TIME, Located } from './azure-schemas.js';
import type { AzureReader } from './azure-scope.js';

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
export async function* readSqlServers(reader: AzureReader): AsyncGenerator<Resource> {
  const { api, account } = reader;
  const servers = reader.list(
    { types: [SERVER, DATABASE], permission: 'Microsoft.Sql/servers/read' },
    api.management(`/subscriptions/${account.id}/providers/Microsoft.Sql/servers`, 'Microsoft.Sql'),
    Server,
  );
  for await (const server of servers) {
    yield await serverResource(reader, server);
    yield* readDatabases(reader, server);
  }
}

async function serverResource(reader: AzureReader, server: Server): Promise<Resource> {
  const { id, name, location, tags, properties } = server;
  const policies = await reader.all(
    { types: [SERVER], permission: 'Microsoft.Sql/servers/auditingSettings/read' },
    reader.api.management(`${id}/auditingSettings`, 'Microsoft.Sql'),
    AuditingPolicy,
  );
  return {
    type: SERVER,
    id,
    name,
    region: location,
    account: reader.account.id,
    properties: {
      auditing_policies: policies?.map((policy) => ({ name: policy.name, state: policy.properties.state })) ?? null,
      public_network_access: properties.publicNetworkAccess ?? null,
      minimum_tls_version: properties.minimalTlsVersion ?? null,
      tags,
    },
  };
}

async function* readDatabases(reader: AzureReader, server: Server): AsyncGenerator<Resource> {
  const databases = reader.list(
    { types: [DATABASE], permission: 'Microsoft.Sql/servers/databases/read' },
    reader.api.management(`${server.id}/databases`, 'Microsoft.Sql'),
    Database,
  );
  yield* inParallel(databases, AT_A_TIME, async ({ id, name, location, tags, properties }): Promise<Resource> => {
    // Azure encrypts master itself, and says nothing of it.
    const encryption = name.toLowerCase() === 'master' ? null : await readEncryption(reader, id);
    return {
      type: DATABASE,
      id,
      name,
      region: location,
      account: reader.account.id,
      properties: {
        server: server.name,
        transparent_data_encryption: encryption?.properties.state ?? null,
        status: properties.status ?? null,
        tags,
      },
    };
  });
}

function readEncryption(reader: AzureReader, id: string) {
  return reader.get(
    { types: [DATABASE], permission: 'Microsoft.Sql/servers/databases/transparentDataEncryption/read' },
    reader.api.management(`${id}/transparentDataEncryption/current`, 'Microsoft.Sql'),
    Encryption,
  );
}
