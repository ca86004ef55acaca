import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widestOf } from '../catalogue/shipped.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

const SET = 'mutation ($input: SetFrameworksInput!) { setFrameworks(input: $input) { organization { name } } }';
const wide = widestOf('soc2', 'iso27001');

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('a framework that becomes active', () => {
  it('has its controls decided by earlier assessments', async () => {
    const { admin } = await service.addTenant('Growing', 'ENTERPRISE', ['soc2']);
    const made = await assess(admin, wide.id, 'non_compliant');
    await admin.data(SET, { input: { frameworks: ['SOC 2', 'ISO 27001'] } });
    const iso = wide.mappings.filter(({ control }) => control.framework.slug === 'iso27001');
    expect(iso.length).toBeGreaterThan(0);
    for (const { control } of iso) {
      const { status, assessment_history: history } = await admin.rest<{
        status: string;
        assessment_history: { assessment_id: string; reason: string }[];
      }>(`/api/compliance/controls/${control.id}`);
      expect(status).toBe('failed');
      expect(history).toEqual([
        expect.objectContaining({ assessment_id: made.id, reason: 'assessed as non-compliant' }),
      ]);
    }
  });
});
