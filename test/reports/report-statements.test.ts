import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { generate, TYPES } from './reports.js';

/**
 * The caller; the quota; the room that is reserved; the scan; statuses, results, assessments, evidence, failing checks and exceptions;
 * the row, the room that is given back and the audit entry; the report as it is answered. The executive summary reads the trend too, the statement of applicability the decisions on the scope.
 */
const STATEMENTS = 14;

describe('the number of statements of a report', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    const worker = await createApp({
      config: { ...service.config, role: 'worker', port: 0 },
      log: createLog('silent'),
    });
    await worker.start();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    await runScan(service.a.admin);
    await worker.stop();
  });
  afterAll(() => service.stop());

  it.each(TYPES)('of type %s is the same for 61 and for 280 controls', async (report_type) => {
    const costOf = async (framework: string) => {
      const before = service.statements.length;
      await generate(service.a.member, { framework, report_type });
      const sent = service.statements.slice(before);
      return sent.filter((text) => !/^\s*(begin|commit|rollback|set transaction|start)/i.test(text)).length;
    };
    const readsMore = report_type === 'executive_summary' || report_type === 'statement_of_applicability';
    const expected = readsMore ? STATEMENTS + 1 : STATEMENTS;
    expect(await costOf('SOC 2')).toBe(expected);
    expect(await costOf('PCI DSS')).toBe(expected);
  });
});
