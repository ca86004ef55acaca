import { describe, expect, it } from 'vitest';
import { boundText } from '../../../../src/platform/database/distribution/bound-text.rules.js';

const TENANT = '0a8e0f6c-53a1-4b3e-9d0e-000000000001';

describe('a statement for a cluster', () => {
  it.each([
    [
      'by its aliases',
      'select from scans s join scan_results r on r.tenant_id = s.tenant_id and r.scan_id = s.id',
      `select from scans s join scan_results r on (r.tenant_id = s.tenant_id and r.tenant_id = '${TENANT}' and s.tenant_id = '${TENANT}') and r.scan_id = s.id`,
    ],
    [
      'by quoted aliases',
      'on "s"."tenant_id" = "i"."tenant_id" and',
      `on ("s"."tenant_id" = "i"."tenant_id" and "s".tenant_id = '${TENANT}' and "i".tenant_id = '${TENANT}') and`,
    ],
  ])('is bound to its tenant %s', (_how, text, bound) => {
    expect(boundText(text, TENANT)).toBe(bound);
  });

  it.each([
    ['one table alone', 'select from scans where tenant_id = $1', TENANT],
    ['a table without organizations', 'select from tenants t join users u on t.id = u.tenant_id', TENANT],
    ['another column', 'select from a join b on a.tenant_id = b.tenant_id_of_parent', TENANT],
    ['no tenant', 'select from a join b on a.tenant_id = b.tenant_id', ''],
    ['a tenant that is no id', 'select from a join b on a.tenant_id = b.tenant_id', "' or true"],
  ])('is left as it is with %s', (_what, text, tenantId) => {
    expect(boundText(text, tenantId)).toBe(text);
  });
});
