import { lazyRouteComponent } from '@tanstack/react-router';
import { getI18n } from 'react-i18next';

/** The component `name` of a page, loaded together with its translations. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  words: string | readonly string[],
  code: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(async () => (await Promise.all([code(), getI18n().loadNamespaces(words)]))[0], name);
}
