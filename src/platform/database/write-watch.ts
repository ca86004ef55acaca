import type { Pool, PoolClient, QueryConfig } from 'pg';
import { bindsTenant, isSeenWrite, transactionStep } from './writes.rules.js';

/** Receives the tenants of which something was written, once it is committed or may be. */
export type OnWritten = (tenantIds: ReadonlySet<string>) => void;

/** What a connection has written in its open transaction, and of whom. */
interface Open {
  hasWritten: boolean;
  tenantIds: Set<string>;
}

const NOBODY = '';

/**
 * Reports what the connections of `pool` write, by their statements. Also of what fails: a commit whose answer is lost may have
 * happened.
 * @param tenantOf the tenant of a client's checkout; empty where it has none
 */
export function watchWrites(pool: Pool, tenantOf: (client: PoolClient) => string, onWritten: OnWritten): void {
  const opened = new WeakMap<PoolClient, Open>();
  const report = ({ hasWritten, tenantIds }: Open) => {
    if (hasWritten) onWritten(tenantIds);
  };
  const note = (client: PoolClient, text: string, values: readonly unknown[]) => {
    const step = transactionStep(text);
    const open = opened.get(client);
    if (step === 'begin') opened.set(client, { hasWritten: false, tenantIds: tenantsOf(tenantOf(client)) });
    if (step === 'commit' || step === 'rollback') opened.delete(client);
    if (step === 'commit' && open) report(open);
    if (step !== null) return;
    const hasWritten = isSeenWrite(text);
    if (!open) {
      report({ hasWritten, tenantIds: tenantsOf(tenantOf(client)) });
      return;
    }
    open.hasWritten ||= hasWritten;
    // A part of the transaction in the scope of another tenant.
    if (bindsTenant(text)) for (const tenantId of tenantsOf(values[0])) open.tenantIds.add(tenantId);
  };
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const query = async (statement: string | QueryConfig, values?: unknown[]) => {
      const config = typeof statement === 'string' ? { text: statement, values } : statement;
      try {
        return await send(statement, values);
      } finally {
        note(client, config.text, config.values ?? []);
      }
    };
    Object.assign(client, { query });
  });
}

function tenantsOf(tenantId: unknown): Set<string> {
  return new Set(typeof tenantId === 'string' && tenantId !== NOBODY ? [tenantId] : []);
}
