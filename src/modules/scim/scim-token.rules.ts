/** What every token of SCIM begins with, so that people and secret scanners distinguish it from an API key. */
export const SCIM_PREFIX = 'scim_';
