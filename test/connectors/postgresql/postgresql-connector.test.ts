import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { PostgresqlConnector } from '../../../src/connectors/postgresql/postgresql.connector.js';
import { shapeProblems } from '../../../src/modules/catalogue/resource-shapes.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { shapesByType } from '../../checks/content.js';
import { allSteps, gapsOf, evaluatorOf, QuickClock, resourcesOf, verdictsOf } from '../collected.js';
import { byService, collectedFrom, contextFor as contextOf, HARDENED, NOW, PASSWORD, startedShop } from './shop.js';
import type { TlsPostgres } from './tls-postgres.js';
import { problemsOf } from '../../../src/connectors/probe.js';

const SHAPES = shapesByType();

const OTHER_DATABASE =
  'One database was read; others of the server were not (postgres): each needs an integration of its own.';

let postgres: TlsPostgres;
beforeAll(async () => {
  postgres = await startedShop();
});
afterAll(() => postgres.stop());

describe('the PostgreSQL connector, with the grants that it asks for', () => {
  afterEach(() => postgres.set(HARDENED));

  it('yields every resource in its documented type, and no gap but for the other database', async () => {
    const steps = await collected();
    expect(gapsOf(steps)).toEqual([OTHER_DATABASE]);
    const resources = resourcesOf(steps);
    expect(new Set(resources.map(({ type }) => type))).toEqual(
      new Set(['PostgresTransport', 'PostgresServer', 'PostgresHbaRule', 'PostgresDatabase', 'PostgresRole']),
    );
    for (const { type, properties } of resources) {
      expect(shapeProblems(SHAPES.get(type) ?? { properties: {} }, properties)).toEqual([]);
    }
  });

  it('passes a hardened server', async () => {
    const server = resourcesOf(await collected()).find(({ type }) => type === 'PostgresServer');
    expect(server).toMatchObject({
      id: `localhost:${String(postgres.port)}`,
      properties: {
        major_version: '18',
        // 2030-11-14 is 1,716 days after 2026-03-04: 4 years with one leap day, 1,461, and 255 days to 14 November.
        end_of_life_date: '2030-11-14',
        end_of_life_days: 1_716,
        shared_preload_libraries: [],
      },
    });
    expect(byService(verdictsOf(await collected()), 'server')).toEqual({
      'version-supported': 'pass',
      'tls-enabled': 'pass',
      'tls-version': 'pass',
      'password-hashing': 'pass',
      'audit-logging': 'pass',
      'log-connections': 'pass',
      'log-disconnections': 'pass',
      'log-statements': 'pass',
      'log-line-prefix': 'pass',
      'row-security': 'pass',
    });
  });

  it('fails weakened settings', async () => {
    await postgres.set({
      ssl_min_protocol_version: 'TLSv1.1',
      password_encryption: 'md5',
      // From version 18 on: connections are logged, but not their role.
      log_connections: 'receipt',
      log_disconnections: 'on',
      log_statement: 'none',
      log_line_prefix: '%m [%p] ',
      row_security: 'off',
    });
    expect(byService(verdictsOf(await collected()), 'server')).toEqual({
      'version-supported': 'pass',
      'tls-enabled': 'pass',
      'tls-version': 'fail',
      'password-hashing': 'fail',
      'audit-logging': 'fail',
      'log-connections': 'fail',
      'log-disconnections': 'pass',
      'log-statements': 'fail',
      'log-line-prefix': 'fail',
      'row-security': 'fail',
    });
  });

  it('yields the verdict on each rule of pg_hba.conf, and no options of a rule', async () => {
    await postgres.prependRules(
      [
        'hostssl shop crosswalk_reader 127.0.0.1/32 scram-sha-256',
        'hostssl shop shop_app 10.20.0.0/16 scram-sha-256',
        'host shop all 0.0.0.0/0 md5',
        'host all batch 10.9.0.0/16 trust',
        'host all all all reject',
        'hostssl all holder 10.8.0.0/16 cert map=do-not-tell',
        'hostssl all typo 10.8.0.0/16 tust map=do-not-tell',
      ].join('\n'),
    );
    const steps = await collected();
    const verdicts = verdictsOf(steps);
    const of = (check: string) => {
      const byRule = verdicts[`postgresql.hba.${check}`] ?? {};
      return [1, 2, 3, 4, 5, 6, 7].map((line) => byRule[`pg_hba.conf:${String(line)}`] ?? 'out of scope');
    };
    // Nobody gets past line 5 to line 6; line 1 is for the machine itself.
    const none = 'out of scope';
    expect(of('no-trust')).toEqual([none, 'pass', 'pass', 'fail', 'pass', none, none]);
    expect(of('strong-methods')).toEqual(['pass', 'pass', 'fail', 'pass', 'pass', none, none]);
    expect(of('no-world-access')).toEqual([none, 'pass', 'fail', 'pass', none, none, none]);
    expect(of('tls-required')).toEqual([none, 'pass', 'fail', 'fail', none, none, none]);
    expect(JSON.stringify(steps)).not.toContain('do-not-tell');
  });

  it('yields the verdicts on roles by their attributes', async () => {
    await postgres.query(`create role operator login superuser valid until '2026-12-31T23:00:00Z'`);
    await postgres.query('create role dump login bypassrls in role pg_read_all_data');
    await postgres.query(`create role staff valid until 'infinity'`);
    const steps = await collected();
    const dump = resourcesOf(steps).find(({ id }) => id === 'role/dump');
    expect(dump?.properties).toMatchObject({ member_of: ['pg_read_all_data'], password_valid_until: null });
    expect(resourcesOf(steps).map(({ name }) => name)).not.toContain('pg_read_all_data');
    const verdicts = verdictsOf(steps);
    expect(verdicts['postgresql.role.superusers']).toMatchObject({ postgres: 'pass', operator: 'fail', dump: 'pass' });
    expect(verdicts['postgresql.role.superusers']).not.toHaveProperty('staff');
    expect(verdicts['postgresql.role.bypass-row-security']).toMatchObject({ dump: 'fail', staff: 'pass' });
    expect(verdicts['postgresql.role.bypass-row-security']).not.toHaveProperty('operator');
    expect(verdicts['postgresql.role.password-expiry']).toMatchObject({ operator: 'pass', dump: 'fail' });
  });

  it('yields the verdicts on the database of the connection', async () => {
    const before = verdictsOf(await collected());
    expect(before['postgresql.database.public-schema-create']).toEqual({ shop: 'pass' });
    expect(before['postgresql.database.reaching-extensions']).toEqual({ shop: 'pass' });
    await postgres.inDatabase('shop', 'grant create on schema public to public; create extension dblink');
    const after = verdictsOf(await collected());
    expect(after['postgresql.database.public-schema-create']).toEqual({ shop: 'fail' });
    expect(after['postgresql.database.reaching-extensions']).toEqual({ shop: 'fail' });
  });

  it('has no problem in a probe but for the other database', async () => {
    expect(await new PostgresqlConnector().probe(contextFor())).toEqual([OTHER_DATABASE]);
  });

  it('reads more roles than one query returns', async () => {
    await postgres.query(`do $$ begin for n in 1..600 loop execute 'create role many_' || n; end loop; end $$`);
    const names = resourcesOf(await collected()).flatMap(({ type, name }) => (type === 'PostgresRole' ? [name] : []));
    expect(names.filter((name) => name.startsWith('many_'))).toHaveLength(600);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the PostgreSQL connector, with a role without grants', () => {
  const nobody = { user: 'nobody_in_particular' };

  it('records gaps that name the missing grants, and passes nothing that depends on them', async () => {
    const gaps = [
      'The setting shared_preload_libraries is hidden from the role: grant pg_read_all_settings to it.',
      'The rules of pg_hba.conf could not be read: grant select on pg_catalog.pg_hba_file_rules and execute on function pg_catalog.pg_hba_file_rules() to the role.',
      OTHER_DATABASE,
    ];
    const steps = await collected(nobody);
    expect(gapsOf(steps)).toEqual(gaps);
    expect(await new PostgresqlConnector().probe(contextFor(nobody))).toEqual(gaps);
    const evaluator = evaluatorOf(steps);
    expect([...evaluator.withheld().keys()]).toContain('postgresql.server.log-statements');
    expect([...evaluator.withheld().keys()]).toContain('postgresql.hba.no-trust');
    expect([...evaluator.withheld().keys()]).not.toContain('postgresql.role.superusers');
    expect(evaluator.outOfScope()).toEqual([]);
  });
});

describe('a database that cannot be reached', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['refuses the password', { password: 'wrong' }, /refused the role, its password, or the address/],
    ['does not have the database', { database: 'nothing' }, /has no such database/],
    ['has a certificate of an unknown authority', { ca: undefined }, /no secure connection: [A-Z_]+/],
    ['is not there', { port: 1 }, /cannot connect/],
  ])('because it %s throws ConnectionLost', async (_title, config, message) => {
    const failure = await collected(config).then(
      () => null,
      (err: unknown) => err,
    );
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).message).not.toContain(PASSWORD);
    expect(await problemsOf(new PostgresqlConnector(), contextFor(config))).toEqual([(failure as Error).message]);
  });

  it('is not connected to at a private address unless the operator allows it', async () => {
    const network = new GuardedNetwork({ allowsPrivate: false });
    const context = { ...contextFor({ host: '127.0.0.1' }), network };
    await expect(allSteps(new PostgresqlConnector().collect(context))).rejects.toThrow(/the address is not public/);
  });

  it('fails without TLS, and says that nothing else was read', async () => {
    await postgres.set({ ssl: 'off' });
    try {
      const steps = await collected();
      expect(verdictsOf(steps)).toEqual({
        'postgresql.server.tls-enabled': { [`localhost:${String(postgres.port)}`]: 'fail' },
      });
      expect(gapsOf(steps)).toEqual([
        'The server does not offer TLS, and a password is not sent without it: switch ssl on. Nothing else could be read.',
      ]);
    } finally {
      await postgres.set({ ssl: 'on' });
    }
  });

  it('is sent no password as text or MD5 hash', async () => {
    await postgres.query(`create role by_text login password '${PASSWORD}'`);
    await postgres.query(`set password_encryption = md5; create role by_hash login password '${PASSWORD}'`);
    await postgres.query(`reset password_encryption; create role by_proof login password '${PASSWORD}'`);
    const [text, hash, proof] = ['by_text', 'by_hash', 'by_proof'];
    await postgres.prependRules(
      `hostssl all ${text} all password\nhostssl all ${hash} all md5\nhostssl all ${proof} all md5`,
    );
    for (const user of [text, hash]) {
      await expect(collected({ user })).rejects.toThrow(/asks for the password as text or MD5/);
    }
    // A server asks for SCRAM where the stored password is one, also by the rule md5.
    expect(resourcesOf(await collected({ user: proof })).length).toBeGreaterThan(0);
  });

  it('throws ConnectionLost with a certificate of another name', async () => {
    await postgres.set({ ssl_cert_file: 'other.crt', ssl_key_file: 'other.key' });
    try {
      await expect(collected()).rejects.toThrow(/no secure connection: ERR_TLS_CERT_ALTNAME_INVALID/);
    } finally {
      await postgres.set({ ssl_cert_file: 'server.crt', ssl_key_file: 'server.key' });
    }
  });

  it('for lack of connections is tried four times', async () => {
    await postgres.query('alter role crosswalk_reader connection limit 0');
    const clock = new QuickClock(NOW);
    try {
      await expect(collected({}, clock)).rejects.toThrow(/no connection to spare/);
    } finally {
      await postgres.query('alter role crosswalk_reader connection limit 3');
    }
    expect(clock.waitsMs).toEqual([1_000, 2_000, 4_000]);
  });
});

function contextFor(config: Record<string, unknown> = {}) {
  return contextOf(postgres, config);
}

function collected(config: Record<string, unknown> = {}, clock?: QuickClock) {
  return collectedFrom(postgres, config, clock);
}
