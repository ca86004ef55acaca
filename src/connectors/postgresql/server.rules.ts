import { endOfLife, majorVersion } from './versions.rules.js';

/** Names of the server settings that are read. */
export const SETTING_NAMES = [
  'data_checksums',
  'listen_addresses',
  'log_connections',
  'log_destination',
  'log_disconnections',
  'log_line_prefix',
  'log_statement',
  'password_encryption',
  'pgaudit.log',
  'row_security',
  'server_version',
  'server_version_num',
  'shared_preload_libraries',
  'ssl',
  'ssl_min_protocol_version',
] as const;

/** Values of `log_connections` (from version 18 on also aspects) with which the log names the role. */
const LOGS_ROLE = ['on', 'true', 'yes', '1', 'all', 'authentication', 'authorization'];

/** Properties of a `PostgresServer`. An absent setting is unknown to the server, or hidden from the role. */
export function serverProperties(settings: ReadonlyMap<string, string>, now: Date): Record<string, unknown> {
  const text = (name: (typeof SETTING_NAMES)[number]) => settings.get(name) ?? '';
  const major = majorVersion(Number(text('server_version_num')));
  const end = endOfLife(major, now);
  const libraries = settings.get('shared_preload_libraries');
  return {
    // Packagers append words: `16.4 (Debian 16.4-1)`.
    version: text('server_version').split(' ')[0],
    major_version: major,
    end_of_life_date: end.date,
    end_of_life_days: end.days,
    listen_addresses: listed(text('listen_addresses')),
    ssl: text('ssl') === 'on',
    ssl_min_protocol_version: settings.get('ssl_min_protocol_version') ?? null,
    // A boolean before version 10, where it meant MD5.
    password_encryption: text('password_encryption') === 'on' ? 'md5' : text('password_encryption'),
    log_connections: listed(text('log_connections')).some((each) => LOGS_ROLE.includes(each)),
    log_disconnections: text('log_disconnections') === 'on',
    log_statement: text('log_statement'),
    log_line_prefix: text('log_line_prefix'),
    log_destination: listed(text('log_destination')),
    shared_preload_libraries: libraries === undefined ? null : listed(libraries),
    pgaudit_log: listed(text('pgaudit.log')).map((each) => each.toLowerCase()),
    row_security: text('row_security') === 'on',
    data_checksums: text('data_checksums') === 'on',
  };
}

/** `'$libdir/pgaudit', "x"` → `pgaudit`, `x`. */
function listed(text: string): string[] {
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
