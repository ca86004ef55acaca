import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { eventually } from '../support/eventually.js';

const SETTINGS = { settings: { metricsToken: 'a-token-for-whoever-scrapes' } };

describe('two services of one process', () => {
  let one: TestService;
  let other: TestService;

  beforeAll(async () => {
    [one, other] = [await startService(SETTINGS), await startService(SETTINGS)];
    await one.a.admin.data('mutation { updateOrganization(input: { name: "Renamed" }) { organization { name } } }');
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
  });

  it('execute on one schema, which is built once', () => {
    expect(one.app.schema).toBe(other.app.schema);
  });

  it('answer the same operation from their own databases', async () => {
    const nameIn = ({ a }: TestService) => a.admin.data('{ organization { name } }');
    // The first execution of a document is interpreted, every other one compiled.
    for (const turn of ['interpreted', 'compiled']) {
      expect([await nameIn(one), await nameIn(other)], turn).toEqual([
        { organization: { name: 'Renamed' } },
        { organization: { name: 'Alpha' } },
      ]);
    }
  });

  it('answer the same path from their own databases', async () => {
    const nameIn = ({ a }: TestService) => a.admin.rest<{ name: string }>('/api/org/profile');
    expect([(await nameIn(one)).name, (await nameIn(other)).name]).toEqual(['Renamed', 'Alpha']);
  });

  it('refuse the access tokens of each other', async () => {
    const { status } = await other.anonymous.get('/api/org/profile', { authorization: `Bearer ${one.a.admin.token}` });
    expect(status).toBe(401);
  });

  it('count their own operations', async () => {
    await one.a.admin.data('{ members { id } }');
    const counted = async ({ anonymous }: TestService) => {
      const { text } = await anonymous.get('/metrics', { authorization: `Bearer ${SETTINGS.settings.metricsToken}` });
      return /^crosswalk_graphql_operations_total\{operation="Query.members",outcome="ok"\} (\d+)$/m.exec(text)?.[1];
    };
    expect(await eventually(() => counted(one).then((count) => count ?? null))).toBe('1');
    expect(await counted(other)).toBeUndefined();
  });
});
