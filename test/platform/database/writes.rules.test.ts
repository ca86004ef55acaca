import { describe, expect, it } from 'vitest';
import { bindTransaction } from '../../../src/platform/database/transaction-scope.sql.js';
import { bindsTenant, isSeenWrite, transactionStep } from '../../../src/platform/database/writes.rules.js';

describe('what a statement writes', () => {
  it.each([
    'insert into scans (id) values ($1)',
    'insert into "scans" ("id") values ($1) on conflict do update set id = $1',
    'with gone as (delete from evidence where id = $1 returning id) select * from gone',
    'with used as (update sessions set last_used_at = $1) update "users" set name = $2',
    'select record_audit($1, $2)',
    'merge into findings using $1 on true when matched then delete',
  ])('is seen by reads that may be stale: %s', (text) => {
    expect(isSeenWrite(text)).toBe(true);
  });

  it.each([
    'select updated_at from scans',
    'select * from scans where id = $1 for update',
    'select * from scans for no key update skip locked',
    'update "sessions" set "last_used_at" = $1',
    'insert into tenant_quotas as quotas (used) values (1) on conflict (tenant_id) do update set used = 1',
  ])('is nothing, or nothing that such reads show: %s', (text) => {
    expect(isSeenWrite(text)).toBe(false);
  });

  it('may be in another organization, where a part of a transaction is bound to that', () => {
    expect(bindTransaction.sampleTexts().map(bindsTenant)).toEqual([true]);
    expect(bindsTenant('select $1 as "tenantId"')).toBe(false);
  });

  it.each([
    ['begin', 'begin'],
    ['start transaction isolation level repeatable read read only', 'begin'],
    ['commit', 'commit'],
    ['rollback', 'rollback'],
    ['rollback to savepoint one', null],
    ['select 1', null],
  ])('begins and ends with its transaction: %s', (text, step) => {
    expect(transactionStep(text)).toBe(step);
  });
});
