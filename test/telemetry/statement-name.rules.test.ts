import { describe, expect, it } from 'vitest';
import { operationOf, summaryOf } from '../../src/platform/telemetry/statement-name.rules.js';

describe('the name of a statement without one', () => {
  it.each([
    ['select "id" from "users" where "email" = $1', 'select users'],
    ['insert into "public"."outbox" ("id") values ($1) returning "id"', 'insert public.outbox'],
    ['\n  update scans set status = $1 where id = $2', 'update scans'],
    ['delete from only_once where true', 'delete only_once'],
    ['/* prepared: a.b */ select 1', 'select'],
    ['with found as (select 1) select * from found', 'with'],
    ['BEGIN', 'begin'],
    ['', 'unknown'],
  ])('of %j is %s', (text, summary) => {
    expect(summaryOf(text)).toBe(summary);
    expect(operationOf(text)).toBe(summary.split(' ')[0]);
  });
});
