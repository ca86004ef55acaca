import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { IdentityFact } from '../../connectors/identity.js';

/** Whom a test reached, and when. A moment in RFC 3339. */
export interface StoredIdentity {
  facts: IdentityFact[];
  foundAt: string;
}

export type IntegrationStatus = 'connected' | 'disconnected' | 'error';

/**
 * A system of the tenant that is scanned, or a scanner whose reports are imported, as configured by an admin. Changes
 * by scans and imports are written by `connection.ts` and `import.service.ts`.
 */
export const IntegrationEntity = defineEntity({
  name: 'Integration',
  tableName: 'integrations',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    type: p.text(),
    name: p.text(),
    status: p.text().$type<IntegrationStatus>(),
    /** Why the last attempt to read it failed; null where it did not. */
    error: p.json<{ code: string; message: string }>().nullable(),
    /** Whom the last successful test reached; null before one, and once the settings are others. */
    identity: p.json<StoredIdentity>().nullable(),
    config: p.json<Record<string, unknown>>(),
    /** Sealed secrets of the settings. */
    credentials: p.text().nullable(),
    /** Key of the imported report for the next scan; null before the first import, and for systems that are scanned. */
    importKey: p.text().nullable(),
    createdAt: p.datetime(),
    /** Null while it is connected or in error. */
    disconnectedAt: p.datetime().nullable(),
  },
});

export type Integration = InferEntity<typeof IntegrationEntity>;
