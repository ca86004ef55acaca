import type { Config } from '../config/config.js';
import { contains, verifyChain, type Chain } from '../modules/audit/chain.read.js';
import { isUuid } from '../platform/crypto/uuid.js';
import type { Owner } from '../platform/database/owner.js';
import { OperatorError } from './operator-error.js';
import { readOptions } from './options.js';
import { UsageError } from './usage-error.js';
import { withMigrated } from './with-owner.js';

/**
 * Verifies the audit trail of every organization or of one, and prints its length and last hash. `--expect` takes such
 * a hash from an earlier run: a trail without it was truncated or rewritten.
 */
export async function verifyAudit(args: string[], config: Config): Promise<void> {
  const { tenant, expect } = readOptions(args, ['tenant', 'expect'], 0).options;
  if (tenant !== undefined && !isUuid(tenant)) throw new UsageError('--tenant must be the id of an organization');
  if (expect !== undefined && tenant === undefined) throw new UsageError('--expect needs --tenant');
  await withMigrated(config, async (owner) => {
    const tenants = await owner.tenants();
    if (tenant !== undefined && !tenants.includes(tenant))
      throw new OperatorError(`there is no organization ${tenant}`);
    const chains = await verifyChains(owner, tenant === undefined ? tenants : [tenant]);
    if (tenant !== undefined && expect !== undefined && !(await contains(owner, tenant, expect))) {
      throw new OperatorError(`the trail of ${tenant} does not contain ${expect}: rows were removed or rewritten`);
    }
    refuseBroken(chains);
  });
}

/** Verifies the trails of `tenants`, printing one line for each. */
export async function verifyChains(owner: Owner, tenants: string[]): Promise<Chain[]> {
  const chains: Chain[] = [];
  for (const id of tenants) {
    const chain = await verifyChain(owner, id);
    process.stdout.write(`${id}  ${chain.count} rows  ${chain.head}  ${chain.broken ? 'BROKEN' : 'intact'}\n`);
    chains.push(chain);
  }
  return chains;
}

/** Throws when a trail is broken. @throws {OperatorError} naming the first broken row of each trail */
export function refuseBroken(chains: Chain[]): void {
  const lines = chains.flatMap(({ tenantId, broken }) =>
    broken ? [`the trail of ${tenantId} is broken at row ${broken.sequence}: ${broken.fault}`] : [],
  );
  if (lines.length > 0) throw new OperatorError(lines.join('\n'));
}
