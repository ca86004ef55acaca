import { listeningOn } from './listening.rules.js';
import { endOfLife, majorVersion } from './versions.rules.js';

/** Names of the server settings that are read. */
export const SETTING_NAMES = [
  'data_checksums',
  'listen_addresses',
  'log_connections',
  'log_destination',
  'log_disconnections',
  'log_line_prefix',
  'log_min_duration_statement',
  'log_statement',
  'password_encryption',
  'pgaudit.log',
  'row_security',
  'server_version',
  'server_version_num',
  'shared_preload_libraries',
  'ssl',
  'ssl_min_protocol_version',
  // Those of services, which show where a server runs.
  'azure.extensions',
  'cloudsql.iam_authentication',
  'rds.extensions',
] as const;

/** Services that maintain releases of their own, also after the last regular one, by a setting that they alone have. */
const SERVICES = [
  ['rds.extensions', 'Amazon RDS'],
  ['cloudsql.iam_authentication', 'Cloud SQL'],
  ['azure.extensions', 'Azure Database'],
] as const;

/** Values of `log_connections` (from version 18 on also aspects) with which the log names the role. */
const LOGS_ROLE = ['on', 'true', 'yes', '1', 'all', 'authentication', 'authorization'];

/** A setting that a role or a database has instead of the server's; of every role or every database where null. */
export interface Override {
  name: string;
  value: string;
  role: string | null;
  database: string | null;
}

/** The settings of a server in a session. */
export interface ServerSettings {
  /** An absent one is unknown to the server, or hidden from the role. */
  values: ReadonlyMap<string, string>;
  /** Names of settings whose value is the session's own, so that the server's cannot be seen. */
  hidden: ReadonlySet<string>;
  overrides: readonly Override[];
}

/** Values that only hold for the role, the database or the session, by `pg_settings.source`. */
const NOT_OF_SERVER = ['database', 'user', 'database user', 'client', 'interactive', 'session', 'test'];

/** Reads rows of `pg_settings`. */
export function settingsOf(
  rows: readonly { name: string; setting: string | null; source: string }[],
  overrides: readonly Override[],
): ServerSettings {
  return {
    values: new Map(rows.map(({ name, setting }) => [name, setting ?? ''])),
    hidden: new Set(rows.filter(({ source }) => NOT_OF_SERVER.includes(source)).map(({ name }) => name)),
    overrides,
  };
}

/** Properties of a `PostgresTransport`. */
export function transportProperties({ values }: ServerSettings): Record<string, unknown> {
  return {
    ssl: values.get('ssl') === 'on',
    listening: listeningOn(listed(values.get('listen_addresses') ?? '*')),
    ssl_min_protocol_version: values.get('ssl_min_protocol_version') ?? null,
  };
}

/** Properties of a `PostgresServer`. */
export function serverProperties({ values, hidden, overrides }: ServerSettings, now: Date): Record<string, unknown> {
  type Name = (typeof SETTING_NAMES)[number];
  const text = (name: Name) => values.get(name) ?? '';
  const own = <T>(name: Name, value: (text: string) => T) => (hidden.has(name) ? null : value(text(name)));
  const major = majorVersion(Number(text('server_version_num')));
  const end = endOfLife(major, now);
  const libraries = values.get('shared_preload_libraries');
  return {
    // Packagers append words: `16.4 (Debian 16.4-1)`.
    version: text('server_version').split(' ')[0],
    major_version: major,
    maintained_by: maintainer(values),
    end_of_life_date: end.date,
    end_of_life_days: end.days,
    listen_addresses: listed(text('listen_addresses')),
    // A boolean before version 10, where it meant MD5.
    password_encryption: own('password_encryption', (value) => (value === 'on' ? 'md5' : value)),
    log_connections: own('log_connections', logsRole),
    log_disconnections: own('log_disconnections', (value) => value === 'on'),
    log_statement: own('log_statement', (value) => value),
    log_min_duration_ms: own('log_min_duration_statement', Number),
    log_line_prefix: text('log_line_prefix'),
    log_destination: listed(text('log_destination')),
    shared_preload_libraries: libraries === undefined ? null : listed(libraries),
    pgaudit_log: own('pgaudit.log', (value) => listed(value).map((each) => each.toLowerCase())),
    row_security: own('row_security', (value) => value === 'on'),
    data_checksums: text('data_checksums') === 'on',
    overrides: overrides.map((each) => ({ ...each, value: each.value.toLowerCase() })),
  };
}

/** Who makes the fixes: the service, the distribution whose own package it is, or PostgreSQL itself, also in packages of pgdg. */
function maintainer(values: ServerSettings['values']): string {
  const service = SERVICES.find(([setting]) => values.has(setting));
  if (service) return service[1];
  const [, distribution, release = ''] = /\((Debian|Ubuntu) ([^()]*)\)/.exec(values.get('server_version') ?? '') ?? [];
  return distribution === undefined || release.includes('pgdg') ? 'PostgreSQL' : distribution;
}

function logsRole(value: string): boolean {
  return listed(value).some((each) => LOGS_ROLE.includes(each));
}

/** Words of a setting that is a list: `'$libdir/pgaudit', "x"` → `pgaudit`, `x`. */
export function listed(text: string): string[] {
  return text
    .split(',')
    .map((each) =>
      each
        .trim()
        .replace(/^["']|["']$/g, '')
        .replace(/^\$libdir\//, ''),
    )
    .filter(Boolean);
}
