import type { Dashboard } from './dashboard.js';

/** Takes the requests of a sign-on and those to its provider off the list of undocumented ones: they are in no OpenAPI document. */
export function forgetProvider({ undocumented }: Dashboard, origin: string): void {
  const others = undocumented.splice(0).filter((each) => !each.includes('/api/auth/sso') && !each.includes(origin));
  undocumented.push(...others);
}
