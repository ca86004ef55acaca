import type { CheckLogic } from '../catalogue/content-shapes.js';

/** Properties that the expressions and sentences of a check read, as they name them first: `tags` of `resource.tags`. */
export function propertiesReadBy({ applies = '', passes, says }: CheckLogic): string[] {
  const texts = [applies, passes, says.pass, says.fail].join('\n');
  return [...new Set([...texts.matchAll(/\bresource\.(\w+)/g)].map(([, name = '']) => name))];
}
