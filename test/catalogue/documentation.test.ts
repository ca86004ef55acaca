import { expect, it } from 'vitest';
import { documentationOf } from '../../src/modules/catalogue/documentation.rules.js';
import { catalogueOf } from './shipped.js';

const PROVIDERS = [...new Set([...catalogueOf().checkById.values()].map(({ provider }) => provider))];

it.each(PROVIDERS.filter((provider) => provider !== 'okta'))(
  'searches the documentation of %s over https, by the title',
  (provider) => {
    const { searchUrl } = documentationOf(provider, 'Keys & policies: 100%');
    const url = new URL(searchUrl ?? '');
    expect(url.protocol).toBe('https:');
    expect([...url.searchParams.values()]).toContain('Keys & policies: 100%');
  },
);

it('has no search of a provider whose documentation is searched after a log-in, or that it does not know', () => {
  for (const provider of ['okta', 'openscap']) {
    expect(documentationOf(provider, 'Password policies')).toEqual({ title: 'Password policies', searchUrl: null });
  }
});
