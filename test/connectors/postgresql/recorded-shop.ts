import {
  DATABASE_QUERY,
  HBA_RULES_QUERY,
  IDENTITY_QUERY,
  OTHER_DATABASES_QUERY,
  OVERRIDES_QUERY,
  ROLES_QUERY,
  SETTINGS_QUERY,
} from '../../../src/connectors/postgresql/postgresql-queries.js';
import type { RecordedRows } from './recorded-postgres.js';

const SETTINGS = {
  listen_addresses: '*',
  log_connections: 'off',
  log_disconnections: 'on',
  log_line_prefix: '%m [%p] %q%u@%d %r ',
  log_statement: 'ddl',
  password_encryption: 'scram-sha-256',
  row_security: 'on',
  server_version: '17.6',
  server_version_num: '170006',
  shared_preload_libraries: '',
  ssl: 'on',
  ssl_min_protocol_version: 'TLSv1.2',
};

/** A server of which parts pass and parts fail: log_connections, one rule, one role, one extension. */
export const RECORDED_SHOP: readonly RecordedRows[] = [
  {
    query: SETTINGS_QUERY,
    rows: Object.entries(SETTINGS).map(([name, setting]) => ({ name, setting, source: 'configuration file' })),
  },
  { query: OVERRIDES_QUERY, rows: [{ name: 'row_security', value: 'on', role: 'batch', database: null }] },
  { query: OTHER_DATABASES_QUERY, rows: [] },
  {
    query: HBA_RULES_QUERY,
    rows: [rule(1, '10.20.0.0', 'scram-sha-256'), rule(2, '10.9.0.0', 'trust')].map((row) => ({
      ...row,
      listen_addresses: '*',
    })),
  },
  { query: IDENTITY_QUERY, rows: [{ database: 'shop', role: 'crosswalk', version: '17.6' }] },
  {
    query: DATABASE_QUERY,
    rows: [
      {
        name: 'shop',
        properties: {
          owner: 'shop_owner',
          public_connect: true,
          public_schema_create: false,
          extensions: [{ name: 'dblink', version: '1.2', available_version: '1.2' }],
          untrusted_languages: [],
        },
      },
    ],
  },
  { query: ROLES_QUERY, rows: [role(16_400, 'shop_app', false), role(16_401, 'operator', true)] },
];

function rule(line: number, address: string, method: string) {
  return {
    rule: {
      line_number: line,
      type: 'hostssl',
      database: ['shop'],
      user_name: ['all'],
      address,
      netmask: '255.255.0.0',
      auth_method: method,
      error: null,
      needs_certificate: false,
    },
  };
}

function role(oid: number, name: string, isSuperuser: boolean) {
  return {
    oid,
    name,
    properties: {
      is_bootstrap: false,
      can_login: true,
      is_superuser: isSuperuser,
      bypasses_row_security: isSuperuser,
      can_create_roles: false,
      can_create_databases: false,
      can_replicate: false,
      connection_limit: null,
      password_valid_until: null,
      member_of: [],
      superuser_through: [],
    },
  };
}
