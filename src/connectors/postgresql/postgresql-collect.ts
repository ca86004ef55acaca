import type { Resource } from '../resource.js';
import { hbaProperties } from './hba.rules.js';
import { listeningOn } from './listening.rules.js';
import type { PostgresqlClient } from './postgresql-client.js';
import {
  DATABASE_QUERY,
  HBA_RULES_QUERY,
  OTHER_DATABASES_QUERY,
  OVERRIDES_QUERY,
  ROLES_QUERY,
  SETTINGS_QUERY,
} from './postgresql-queries.js';
import { listed, serverProperties, settingsOf, SETTING_NAMES, transportProperties } from './server.rules.js';

/** Connection and account of a server, for its parts. */
export interface PostgresqlScope {
  client: PostgresqlClient;
  /** `Resource.account`: host and port. */
  server: string;
  now: Date;
}

/** A resource without what all resources of a server share, or what could not be read, as a sentence. */
export type Collectable = Pick<Resource, 'id' | 'name' | 'properties'> | { gap: string };

/** Resources that are read together. */
export interface PostgresqlPart {
  type: string;
  /** Title at the beginning of a sentence, with the catalogs that are read. */
  title: string;
  /** The grant that the role needs for it. */
  grant: string;
  collect(scope: PostgresqlScope): AsyncGenerator<Collectable>;
}

const ROLES_PER_QUERY = 500;
const RULES_MAX = 1_000;
/** How many databases a gap names. */
const NAMES_MAX = 10;

/** Parts of a server, in the order in which they are collected. */
export const PARTS: readonly PostgresqlPart[] = [
  {
    type: 'PostgresTransport',
    title: 'Settings of TLS (pg_settings)',
    grant: 'grant usage on schema pg_catalog to the role',
    collect: collectTransport,
  },
  {
    type: 'PostgresServer',
    title: 'Settings (pg_settings, pg_db_role_setting)',
    grant: 'grant pg_read_all_settings to the role',
    collect: collectServer,
  },
  {
    type: 'PostgresHbaRule',
    title: 'The rules of pg_hba.conf',
    grant:
      'grant select on pg_catalog.pg_hba_file_rules and execute on function pg_catalog.pg_hba_file_rules() to the role',
    collect: collectRules,
  },
  {
    type: 'PostgresDatabase',
    title: 'The database (pg_database)',
    grant: 'grant usage on schema pg_catalog to the role',
    collect: collectDatabase,
  },
  {
    type: 'PostgresRole',
    title: 'Roles (pg_roles)',
    grant: 'grant select on pg_catalog.pg_roles to the role',
    collect: collectRoles,
  },
];

async function* collectServer({ client, server, now }: PostgresqlScope) {
  const overrides = await client.rows(OVERRIDES_QUERY, [SETTING_NAMES]);
  const settings = settingsOf(await client.rows(SETTINGS_QUERY, [SETTING_NAMES]), overrides);
  const properties = serverProperties(settings, now);
  yield { id: server, name: server, properties };
  if (properties.shared_preload_libraries === null) {
    yield { gap: 'The setting shared_preload_libraries is hidden from the role: grant pg_read_all_settings to it.' };
  }
  if (settings.hidden.size > 0) {
    const names = [...settings.hidden].sort().join(', ');
    yield { gap: `The role or its database has values of its own, which hide the server's: reset ${names} for them.` };
  }
}

async function* collectTransport({ client, server }: PostgresqlScope) {
  const settings = settingsOf(await client.rows(SETTINGS_QUERY, [SETTING_NAMES]), []);
  yield { id: `transport/${server}`, name: server, properties: transportProperties(settings) };
}

async function* collectRules({ client }: PostgresqlScope) {
  // Options may hold passwords.
  const rules = await client.rows(HBA_RULES_QUERY, ['options', RULES_MAX + 1]);
  const read = rules.slice(0, RULES_MAX).map(({ rule }) => rule);
  const listening = listeningOn(listed(rules[0]?.listen_addresses ?? ''));
  for (const [index, properties] of hbaProperties(read, listening).entries()) {
    const file = read[index]?.file_name?.split('/').at(-1) ?? 'pg_hba.conf';
    const place = `${file}:${String(read[index]?.line_number)}`;
    yield { id: `hba/${place}`, name: place, properties };
  }
  if (rules.length > RULES_MAX)
    yield { gap: `pg_hba.conf has more than ${String(RULES_MAX)} rules; the rest was not read.` };
}

async function* collectDatabase({ client }: PostgresqlScope) {
  for (const { name, properties } of await client.rows(DATABASE_QUERY)) {
    yield { id: `database/${name}`, name, properties };
  }
  const others = await client.rows(OTHER_DATABASES_QUERY);
  if (others.length > 0) {
    const names = others.slice(0, NAMES_MAX).map(({ name }) => name);
    const more = others.length > NAMES_MAX ? ` and ${String(others.length - NAMES_MAX)} more` : '';
    yield {
      gap: `One database was read; others of the server were not (${names.join(', ')}${more}): each needs an integration of its own.`,
    };
  }
}

async function* collectRoles({ client }: PostgresqlScope) {
  let after = -1;
  for (;;) {
    const rows = await client.rows(ROLES_QUERY, [after, ROLES_PER_QUERY]);
    for (const { name, properties } of rows) yield { id: `role/${name}`, name, properties };
    const last = rows.at(-1);
    if (!last || rows.length < ROLES_PER_QUERY) return;
    after = last.oid;
  }
}
