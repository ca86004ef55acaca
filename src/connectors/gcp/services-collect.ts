import { z } from 'zod';
import { DAY, SECOND } from '../../platform/clock.js';
import { addressSet, isInternet } from '../address-set.rules.js';
import { daysBetween } from '../age.rules.js';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { PARALLEL_REQUESTS, Labels, lastOf } from './gcp-schemas.js';
import type { GcpScope } from './gcp-scope.js';

const SQL_INSTANCE = 'sqladmin.googleapis.com/Instance';
const KEY = 'cloudkms.googleapis.com/CryptoKey';
const ZONE = 'dns.googleapis.com/ManagedZone';

const SqlInstance = z.object({
  name: z.string(),
  region: z.string().optional(),
  databaseVersion: z.string().optional(),
  settings: z.object({
    userLabels: Labels,
    ipConfiguration: z
      .object({
        sslMode: z.string().optional(),
        requireSsl: z.boolean().optional(),
        ipv4Enabled: z.boolean().optional(),
        authorizedNetworks: z.array(z.object({ value: z.string() })).default([]),
      })
      .optional(),
    backupConfiguration: z
      .object({
        enabled: z.boolean().optional(),
        startTime: z.string().optional(),
        pointInTimeRecoveryEnabled: z.boolean().optional(),
        binaryLogEnabled: z.boolean().optional(),
      })
      .optional(),
  }),
});
const SqlPage = z.object({
  items: z.array(SqlInstance).default([]),
  warnings: z.array(z.object({ region: z.string().optional() })).default([]),
});

const LocationPage = z.object({ locations: z.array(z.object({ name: z.string() })).default([]) });
const RingPage = z.object({ keyRings: z.array(z.object({ name: z.string() })).default([]) });
const Key = z.object({
  name: z.string(),
  purpose: z.string(),
  rotationPeriod: z.string().optional(),
  nextRotationTime: z.string().optional(),
  versionTemplate: z.object({ protectionLevel: z.string().optional() }).optional(),
  labels: Labels,
});
const KeyPage = z.object({ cryptoKeys: z.array(Key).default([]) });

const ZonePage = z.object({
  managedZones: z
    .array(
      z.object({
        name: z.string(),
        dnsName: z.string(),
        visibility: z.string().default('public'),
        dnssecConfig: z.object({ state: z.string().optional() }).optional(),
      }),
    )
    .default([]),
});

/** Instances of Cloud SQL. */
export async function* collectSqlInstances(scope: GcpScope): AsyncGenerator<Resource> {
  const { id } = scope.project;
  const pages = scope.pages(
    { types: [SQL_INSTANCE], permission: 'cloudsql.instances.list' },
    scope.client.get('sqladmin', `/projects/${id}/instances`, { maxResults: '500' }),
    SqlPage,
  );
  for await (const { items, warnings } of pages) {
    for (const { region = 'a region' } of warnings) {
      scope.note({ types: [SQL_INSTANCE], region }, `Cloud SQL could not reach ${region} of ${id}.`);
    }
    for (const instance of items) yield sqlResource(instance, id);
  }
}

function sqlResource(
  { name, region, databaseVersion, settings }: z.infer<typeof SqlInstance>,
  project: string,
): Resource {
  const { ipConfiguration: network, backupConfiguration: backups, userLabels = {} } = settings;
  const authorized = network?.authorizedNetworks.map(({ value }) => value) ?? [];
  return {
    type: SQL_INSTANCE,
    id: `projects/${project}/instances/${name}`,
    name,
    region: region ?? null,
    account: project,
    properties: {
      database_version: databaseVersion ?? null,
      ssl_mode: network?.sslMode ?? null,
      require_ssl: network?.requireSsl ?? false,
      public_address_enabled: network?.ipv4Enabled ?? false,
      authorized_networks: authorized,
      open_to_world: network?.ipv4Enabled === true && isInternet(addressSet(authorized)),
      backups_enabled: backups?.enabled ?? false,
      backup_start_time: backups?.startTime ?? null,
      // MySQL recovers from its binary log.
      point_in_time_recovery_enabled: backups?.pointInTimeRecoveryEnabled ?? backups?.binaryLogEnabled ?? false,
      labels: userLabels,
    },
  };
}

/** Keys of Cloud KMS in every location. */
export async function* collectKeys(scope: GcpScope, now: Date): AsyncGenerator<Resource> {
  const locations = await scope.all(
    { types: [KEY], permission: 'cloudkms.locations.list' },
    scope.client.get('cloudkms', `/projects/${scope.project.id}/locations`),
    LocationPage,
  );
  const names = (locations ?? []).flatMap((page) => page.locations.map(({ name }) => name));
  const rings = inParallel(names, PARALLEL_REQUESTS, async (location) => {
    const part = { types: [KEY], permission: 'cloudkms.keyRings.list', region: lastOf(location) };
    return scope.all(part, scope.client.get('cloudkms', `/${location}/keyRings`, { pageSize: '1000' }), RingPage);
  });
  for await (const pages of rings) {
    for (const { name } of (pages ?? []).flatMap(({ keyRings }) => keyRings)) yield* collectRingKeys(scope, name, now);
  }
}

async function* collectRingKeys(scope: GcpScope, ring: string, now: Date): AsyncGenerator<Resource> {
  const region = ring.split('/')[3] ?? null;
  const pages = scope.pages(
    { types: [KEY], permission: 'cloudkms.cryptoKeys.list', ...(region === null ? {} : { region }) },
    scope.client.get('cloudkms', `/${ring}/cryptoKeys`, { pageSize: '1000' }),
    KeyPage,
  );
  for await (const { cryptoKeys } of pages) {
    for (const { name, purpose, rotationPeriod, nextRotationTime, versionTemplate, labels = {} } of cryptoKeys) {
      yield {
        type: KEY,
        id: name,
        name: `${lastOf(ring)}/${lastOf(name)}`,
        region,
        account: scope.project.id,
        properties: {
          purpose,
          protection_level: versionTemplate?.protectionLevel ?? null,
          rotation_period_days: rotationPeriod === undefined ? null : wholeDays(rotationPeriod),
          next_rotation_days: nextRotationTime === undefined ? null : daysBetween(now, nextRotationTime),
          labels,
        },
      };
    }
  }
}

/** Whole days in a duration such as `7776000s`. */
function wholeDays(duration: string): number | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(duration)?.[1];
  return seconds === undefined ? null : Math.floor((Number(seconds) * SECOND) / DAY);
}

/** Zones of Cloud DNS. */
export async function* collectZones(scope: GcpScope): AsyncGenerator<Resource> {
  const { id } = scope.project;
  const pages = scope.pages(
    { types: [ZONE], permission: 'dns.managedZones.list' },
    scope.client.get('dns', `/projects/${id}/managedZones`, { maxResults: '500' }),
    ZonePage,
  );
  for await (const { managedZones } of pages) {
    for (const { name, dnsName, visibility, dnssecConfig } of managedZones) {
      yield {
        type: ZONE,
        id: `projects/${id}/managedZones/${name}`,
        name: dnsName.replace(/\.$/, ''),
        region: null,
        account: id,
        properties: { visibility, dnssec_state: dnssecConfig?.state ?? null },
      };
    }
  }
}
