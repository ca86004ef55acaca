import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { POSTGRESQL_PERMISSIONS } from '../../../src/connectors/postgresql/postgresql-permissions.js';
import { PostgresqlConnector } from '../../../src/connectors/postgresql/postgresql.connector.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import { shapeProblems } from '../../../src/modules/catalogue/resource-shapes.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { shapesByType } from '../../checks/content.js';
import { AUTHORITY } from '../authority.js';
import { allSteps, gapsOf, evaluatorOf, QuickClock, resourcesOf, verdictsOf } from '../collected.js';
import { TlsPostgres } from './tls-postgres.js';
import { problemsOf } from '../../../src/connectors/probe.js';

const NOW = new Date('2026-03-04T12:00:00Z');
const PASSWORD = 'reads-and-no-more';
const SHAPES = shapesByType();

const HARDENED = {
  ssl_min_protocol_version: 'TLSv1.2',
  password_encryption: 'scram-sha-256',
  log_connections: 'on',
  log_disconnections: 'on',
  log_statement: 'ddl',
  log_line_prefix: '%m [%p] %q%u@%d %r ',
  row_security: 'on',
};

const OTHER_DATABASE =
  'One database was read; others of the server were not (postgres): each needs an integration of its own.';

let postgres: TlsPostgres;
beforeAll(async () => {
  postgres = await TlsPostgres.start();
  await postgres.query('create database shop');
  const [permission] = POSTGRESQL_PERMISSIONS;
  await postgres.inDatabase('shop', permission?.text ?? '');
  await postgres.query(`alter role crosswalk_reader password '${PASSWORD}'`);
  await postgres.query('create role nobody_in_particular login');
  await postgres.query(`alter role nobody_in_particular password '${PASSWORD}'`);
  await postgres.set(HARDENED);
}, 120_000);
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
      'password-hashing': 'pass',
      'log-connections': 'pass',
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
      'tls-enabled': 'fail',
      'password-hashing': 'fail',
      'log-connections': 'fail',
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
    expect(of('no-trust')).toEqual(['pass', 'pass', 'pass', 'fail', 'pass', 'pass', 'out of scope']);
    expect(of('strong-methods')).toEqual(['pass', 'pass', 'fail', 'pass', 'pass', 'pass', 'out of scope']);
    expect(of('no-world-access')).toEqual(['pass', 'pass', 'fail', 'pass', 'out of scope', 'pass', 'out of scope']);
    expect(of('tls-required')).toEqual([
      'out of scope',
      'pass',
      'fail',
      'fail',
      'out of scope',
      'pass',
      'out of scope',
    ]);
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

  it('fails who gets to the rights of a superuser through a role, directly or through others', async () => {
    await postgres.query(`
      create role operators superuser;
      create role on_call in role operators;
      create role ann login in role on_call;
      create role runner login in role pg_execute_server_program;
      create role bob login;
      grant operators to bob with set false, inherit true;
      create role cho login;
      grant operators to cho with set false, admin true;`);
    try {
      const steps = await collected();
      const through = Object.fromEntries(
        resourcesOf(steps)
          .filter(({ type }) => type === 'PostgresRole')
          .map(({ name, properties }) => [name, properties.superuser_through]),
      );
      expect(through).toMatchObject({
        ann: ['operators'],
        runner: ['pg_execute_server_program'],
        bob: [], // May use what operators owns, but not become operators.
        cho: ['operators'], // May give himself the option.
        postgres: [],
      });
      const verdicts = verdictsOf(steps)['postgresql.role.superusers'];
      expect(verdicts).toMatchObject({ ann: 'fail', runner: 'fail', bob: 'pass', cho: 'fail' });
    } finally {
      await postgres.query('drop role ann, on_call, runner, bob, cho, operators');
    }
  });

  it.each(['role crosswalk_reader', 'database shop', 'role crosswalk_reader in database shop'])(
    'does not take the values of the %s for those of the server',
    async (whose) => {
      await postgres.set({ ...HARDENED, log_statement: 'none' });
      await postgres.query(`alter ${whose} set log_statement = 'ddl'`);
      try {
        const steps = await collected();
        expect(gapsOf(steps)).toContain(
          "The role or its database has values of its own, which hide the server's: reset log_statement for them.",
        );
        expect(byService(verdictsOf(steps), 'server')).not.toHaveProperty('log-statements');
        expect([...evaluatorOf(steps).withheld().keys()]).toContain('postgresql.server.log-connections');
      } finally {
        await postgres.query(`alter ${whose} reset log_statement`);
      }
    },
  );

  it('fails where another role or database has less than the server', async () => {
    await postgres.query(`alter role nobody_in_particular set log_statement = 'none'`);
    await postgres.query(`alter database postgres set row_security = 'off'`);
    try {
      expect(byService(verdictsOf(await collected()), 'server')).toMatchObject({
        'log-statements': 'fail',
        'row-security': 'fail',
        'password-hashing': 'pass',
      });
    } finally {
      await postgres.query('alter role nobody_in_particular reset log_statement');
      await postgres.query('alter database postgres reset row_security');
    }
  });

  it('fails a rule for a /8 of public addresses', async () => {
    await postgres.prependRules(
      'hostssl shop far 11.0.0.0/8 scram-sha-256\nhostssl shop crosswalk_reader 127.0.0.1/32 scram-sha-256',
    );
    expect(verdictsOf(await collected())['postgresql.hba.no-world-access']).toMatchObject({
      'pg_hba.conf:1': 'fail',
      'pg_hba.conf:2': 'pass',
    });
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

function contextFor(config: Record<string, unknown> = {}, clock = new QuickClock(NOW)) {
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

function collected(config: Record<string, unknown> = {}, clock?: QuickClock) {
  return allSteps(new PostgresqlConnector().collect(contextFor(config, clock)));
}

/** Verdicts of one service on its one resource, by the last part of the check. */
function byService(verdicts: Record<string, Record<string, string>>, service: string): Record<string, string> {
  const prefix = `postgresql.${service}.`;
  return Object.fromEntries(
    Object.entries(verdicts).flatMap(([check, of]) =>
      check.startsWith(prefix) ? [[check.slice(prefix.length), Object.values(of).join()]] : [],
    ),
  );
}
