import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createConnectors } from '../../src/app/connectors.js';
import { configFor } from '../support/config.js';
import { ROOT } from './markdown.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the table of schema/contract/metrics.md', () => {
  const page = read('schema/contract/metrics.md');

  /** Metrics with their labels, as the calls that register them say. */
  function registered(): string[] {
    const sources = globSync('src/{app,http,graphql,modules,platform}/**/*.ts', { cwd: ROOT }).map(read);
    const counted = sources.flatMap((text) => [
      ...text.matchAll(/\.(?:counter|histogram)\(\{\s*name: '(\w+)',\s*help:[^\]]*labelNames: (\[[^\]]*\])/g),
      ...text.matchAll(/\.watch\w*\(\s*'(\w+)',\s*\w+,\s*(\[[^\]]*\]|'\w+')/g),
    ]);
    const named = sources.flatMap(
      (text) => text.match(/'crosswalk_\w+_(?:seconds|total|open|operations|connections|used)'/g) ?? [],
    );
    expect(counted.length).toBe(named.length);
    return counted.map(([, name = '', labels = '']) => {
      return `${name}: ${[...labels.matchAll(/'(\w+)'/g)].map(([, label]) => label).join(', ')}`;
    });
  }

  it('has every metric that is registered, with its labels, and no other', () => {
    const rows = [...page.matchAll(/^\| `(crosswalk_\w+)` \| (?:`([^`]*)` )?\|/gm)];
    const documented = rows.map(([, name = '', labels = '']) => `${name}: ${labels}`);
    expect(documented.length).toBeGreaterThan(10);
    expect(documented.toSorted()).toEqual(registered().toSorted());
  });
});

describe('the page schema/contract/integration-types.md', () => {
  const page = read('schema/contract/integration-types.md');
  const connectors = createConnectors({ ...configFor(''), openscapContentDir: '/content' });
  const section = (type: string) => page.split(/^## /m).find((each) => each.startsWith(`${type}\n`)) ?? '';

  it('names every type of integration', () => {
    const [introduction = ''] = page.split(/^## /m);
    expect(connectors.types().filter((type) => !introduction.includes(`\`${type}\``))).toEqual([]);
  });

  it.each(connectors.types())('names every setting of %s in its section', (type) => {
    const names = Object.keys(connectors.get(type).settings.shape);
    expect(names.filter((name) => !section(type).includes(`\`${name}\``))).toEqual([]);
  });
});
