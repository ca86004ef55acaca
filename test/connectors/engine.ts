import { shippedContent } from '../catalogue/shipped.js';
import { CheckEngine } from '../../src/modules/checks/check-engine.js';

/** An engine with every shipped check. */
export function shippedEngine(): CheckEngine {
  return new CheckEngine(
    shippedChecks().map(({ id, title, severity, resource_type: resourceType, logic = null }) => ({
      id,
      title,
      severity,
      resourceType,
      logic,
    })),
  );
}

/** Ids of the shipped checks that begin with a prefix, in alphabetical order. */
export function shippedCheckIds(prefix: string): string[] {
  const ids = shippedChecks().map(({ id }) => id);
  return ids.filter((id) => id.startsWith(prefix)).sort();
}

function shippedChecks() {
  return shippedContent().checkFiles.flatMap((file) => file.checks);
}
