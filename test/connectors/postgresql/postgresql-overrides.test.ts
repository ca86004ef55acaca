import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { evaluatorOf, gapsOf, resourcesOf, verdictsOf } from '../collected.js';
import { byService, collectedFrom, HARDENED, startedShop } from './shop.js';
import type { TlsPostgres } from './tls-postgres.js';

let postgres: TlsPostgres;
beforeAll(async () => {
  postgres = await startedShop();
});
afterAll(() => postgres.stop());
afterEach(() => postgres.set(HARDENED));
const collected = () => collectedFrom(postgres);

describe('a PostgreSQL server of which roles and databases differ', () => {
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
      'hostssl shop far 11.0.0.0/8 scram-sha-256\nhostssl shop crosswalk_reader 10.20.0.0/16 scram-sha-256',
    );
    expect(verdictsOf(await collected())['postgresql.hba.no-world-access']).toMatchObject({
      'pg_hba.conf:1': 'fail',
      'pg_hba.conf:2': 'pass',
    });
  });
});
