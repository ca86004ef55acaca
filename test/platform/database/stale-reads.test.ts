import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isSeenWrite,
  targetsOf,
  UNSEEN_TABLES,
  WRITING_FUNCTIONS,
} from '../../../src/platform/database/writes.rules.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { namedStatements, type AnyStatement } from './named-statements.js';

/** SQLSTATE `read_only_sql_transaction`. */
const READ_ONLY = '25006';

describe('statements that may be stale', () => {
  let database: TestDatabase;
  let statements: AnyStatement[];

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.query('set default_transaction_read_only = on');
    statements = await namedStatements();
  });
  afterAll(() => database.drop());

  /** Whether a server that only reads refuses a statement; every parameter is null. */
  async function isRefused(text: string): Promise<boolean> {
    const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, no]) => Number(no));
    const nulls = Array.from({ length: Math.max(0, ...numbers) }, () => 'null').join();
    await database.query(`prepare tried as ${text}`);
    try {
      await database.query(`execute tried${nulls && `(${nulls})`}`);
      return false;
    } catch (err) {
      return (err as { code?: string }).code === READ_ONLY;
    } finally {
      await database.query('deallocate tried');
    }
  }

  it('change nothing, and are what histories, reports, lists of scans and findings and the audit trail are read by', async () => {
    const stale = statements.filter(({ mayBeStale }) => mayBeStale);
    expect(stale.map(({ name }) => name).sort()).toEqual([
      'audit.count',
      'audit.exported_entries',
      'audit.page',
      'audit_heads.count',
      'audit_heads.page',
      'findings.count',
      'findings.groups',
      'findings.newest_of_groups',
      'findings.page',
      'findings.resource_groups',
      'findings.runs',
      'posture.at_moment',
      'reports.scan_of_report',
      'scans.checked_counts',
      'scans.compared_checks',
      'scans.count',
      'scans.differences',
      'scans.failing_checks_of_results',
      'scans.page',
      'scans.result_changes',
      'scans.result_count',
      'scans.result_page',
      'scans.results_of_controls',
      'scans.selected_count',
      'scans.selected_page',
      'scores.points',
      'status_changes.count',
      'status_changes.last_between',
      'status_changes.page',
      'work_items.changes',
    ]);
    for (const text of stale.flatMap((each) => each.sampleTexts())) {
      expect([text, isSeenWrite(text), targetsOf(text), await isRefused(text)]).toEqual([text, false, [], false]);
    }
    expect(await isRefused('with gone as (delete from scans where id = $1 returning id) select id from gone')).toBe(
      true,
    );
  });

  it('read no table of which writes count for nothing', () => {
    const texts = statements.filter(({ mayBeStale }) => mayBeStale).flatMap((each) => each.sampleTexts());
    const found = texts.filter((text) => UNSEEN_TABLES.some((table) => new RegExp(`\\b${table}\\b`).test(text)));
    expect(found).toEqual([]);
  });

  it('are distinguished from every statement that a server refuses which only reads', async () => {
    const taken = [];
    for (const text of statements.flatMap((each) => each.sampleTexts())) {
      if (!isSeenWrite(text) && targetsOf(text).length === 0 && (await isRefused(text)) && !LOCKS.test(text))
        taken.push(text);
    }
    expect(taken).toEqual([]);
  });

  it('are distinguished from calls of every function that may write', async () => {
    const found = await database.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'
         and prorettype <> 'trigger'::regtype and prokind = 'f' order by proname`,
    );
    // It changes what a transaction sees, and no row.
    const written = found.map(({ name }) => name).filter((name) => name !== 'bind_scope');
    expect(written).toEqual(WRITING_FUNCTIONS);
  });
});

/** A lock is refused too, and changes nothing that is read. */
const LOCKS = /\bfor (no key update|update|share|key share)\b/;
