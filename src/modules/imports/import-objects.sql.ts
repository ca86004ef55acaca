import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Those of `keys` that an integration refers to, or a scan that has not ended reads. */
export const importsInUse = statement({
  name: 'imports.in_use',
  row: { key: 'text!' },
  text: ({ tenantId, keys }: { tenantId: string; keys: readonly string[] }) => sql`
    select import_key as key from integrations
    where tenant_id = ${tenantId} and import_key = any(${keys}::text[])
    union
    select import.value from scans s, jsonb_each_text(s.imports) import
    where s.tenant_id = ${tenantId} and s.status in ('queued', 'running') and import.value = any(${keys}::text[])`,
  samples: [{ tenantId: '', keys: [] }],
});

/** Keys after `after` that integrations refer to, in the order of their bytes. */
export const namedImports = statement({
  name: 'imports.named',
  row: { key: 'text!' },
  text: ({ tenantId, after, limit }: { tenantId: string; after: string; limit: number }) => sql`
    select import_key as key from integrations
    where tenant_id = ${tenantId} and status <> 'disconnected' and import_key collate "C" > ${after}
    order by import_key collate "C" limit ${limit}`,
  samples: [{ tenantId: '', after: '', limit: 1 }],
});
