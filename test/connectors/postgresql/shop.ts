import { PostgresqlConnector } from '../../../src/connectors/postgresql/postgresql.connector.js';
import { POSTGRESQL_PERMISSIONS } from '../../../src/connectors/postgresql/postgresql-permissions.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { AUTHORITY } from '../authority.js';
import { allSteps, QuickClock } from '../collected.js';
import { TlsPostgres } from './tls-postgres.js';

export const NOW = new Date('2026-03-04T12:00:00Z');
export const PASSWORD = 'reads-and-no-more';

/** Settings with which a server passes every check. */
export const HARDENED = {
  ssl_min_protocol_version: 'TLSv1.2',
  password_encryption: 'scram-sha-256',
  log_connections: 'on',
  log_disconnections: 'on',
  log_statement: 'ddl',
  log_line_prefix: '%m [%p] %q%u@%d %r ',
  row_security: 'on',
};

/** A hardened server with the database `shop`, a role with the grants that the connector asks for, and one without. */
export async function startedShop(): Promise<TlsPostgres> {
  const postgres = await TlsPostgres.start();
  await postgres.query('create database shop');
  const [permission] = POSTGRESQL_PERMISSIONS;
  await postgres.inDatabase('shop', permission?.text ?? '');
  await postgres.query(`alter role crosswalk_reader password '${PASSWORD}'`);
  await postgres.query('create role nobody_in_particular login');
  await postgres.query(`alter role nobody_in_particular password '${PASSWORD}'`);
  await postgres.set(HARDENED);
  return postgres;
}

/** A context of the connector. @param config settings that differ */
export function contextFor(postgres: TlsPostgres, config: Record<string, unknown> = {}, clock = new QuickClock(NOW)) {
  const given = {
    host: 'localhost',
    port: postgres.port,
    database: 'shop',
    user: 'crosswalk_reader',
    password: PASSWORD,
    ca: AUTHORITY,
    ...config,
  };
  return {
    config: checkedSettings(new PostgresqlConnector().settings, given),
    scansBefore: 0,
    openImport: () => Promise.resolve(null),
    network: new GuardedNetwork({ allowsPrivate: true }),
    clock,
    signal: new AbortController().signal,
    hasImport: false,
  };
}

/** Every step of a collection. */
export function collectedFrom(postgres: TlsPostgres, config: Record<string, unknown> = {}, clock?: QuickClock) {
  return allSteps(new PostgresqlConnector().collect(contextFor(postgres, config, clock)));
}

/** Verdicts of one service on its one resource, by the last part of the check. */
export function byService(verdicts: Record<string, Record<string, string>>, service: string): Record<string, string> {
  const prefix = `postgresql.${service}.`;
  return Object.fromEntries(
    Object.entries(verdicts).flatMap(([check, of]) =>
      check.startsWith(prefix) ? [[check.slice(prefix.length), Object.values(of).join()]] : [],
    ),
  );
}
