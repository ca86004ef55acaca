/**
 * Author of a change: a caller, the service itself (`system`), a user of the command line (`operator`), an identity
 * provider of the organization or the link of an external auditor, by its id.
 */
export interface Actor {
  type: 'user' | 'api_key' | 'system' | 'operator' | 'identity_provider' | 'auditor_link';
  id: string | null;
  apiKeyId: string | null;
  address: string | null;
  /** `User-Agent` of the client. @default null */
  userAgent?: string | null;
  requestId: string | null;
}

export const SYSTEM: Actor = { type: 'system', id: null, apiKeyId: null, address: null, requestId: null };
export const OPERATOR: Actor = { ...SYSTEM, type: 'operator' };
