import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { describeIsolation } from './isolation.js';
import { furnish, type World } from './world.js';

/** Removes the application's own tenant filter from a statement, so that only row level security is left. */
function withoutFilter(statement: string): string {
  return statement
    .replaceAll(/(?:"?\w+"?\.)?"?tenant_id"?\s*=\s*\$(\d+)/g, '($$$1::uuid is not null)')
    .replaceAll(/(from "?tenants"?\s+where) "?id"?\s*=\s*\$(\d+)/g, '$1 ($$$2::uuid is not null)');
}

describeIsolation('tenants, with row level security alone', { rewrite: withoutFilter });

describe('the tenant filter of the application', () => {
  let service: TestService;
  let alpha: World;

  beforeAll(async () => {
    service = await startService({ rewrite: withoutFilter });
    alpha = await furnish(service, service.a);
  });
  afterAll(() => service.stop());

  it('is off in these tests: without row level security too, a scan of another tenant is found', async () => {
    expect((await service.b.admin.get(`/api/scans/${alpha.scanId}`)).status).toBe(404);
    await service.database.query('alter table scans no force row level security, disable row level security');
    expect((await service.b.admin.get(`/api/scans/${alpha.scanId}`)).status).toBe(200);
  });

  it('is present in the statements before they are rewritten', () => {
    expect(service.statements.filter((text) => /"?tenant_id"? = \$\d/.test(text)).length).toBeGreaterThan(10);
  });
});
