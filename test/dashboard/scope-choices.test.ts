import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scopeChoiceOf } from '../../src/modules/catalogue/scope-choice.rules.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { catalogueOf } from '../catalogue/shipped.js';

const ATTRIBUTES = catalogueOf().frameworks.flatMap((framework) => scopeChoiceOf(framework)?.attribute ?? []);

describe.each(['en', 'de'])('the page of the scope in %s', (language) => {
  const path = join(SOURCE_ROOT, `dashboard/app/messages/${language}/scope.json`);
  const { choice } = JSON.parse(readFileSync(path, 'utf8')) as { choice: Record<string, string> };

  it('has a name for everything that can be chosen of a framework, and for nothing else', () => {
    expect(ATTRIBUTES.length).toBeGreaterThan(0);
    expect(Object.keys(choice).toSorted()).toEqual([...new Set(ATTRIBUTES)].toSorted());
  });
});
