import { join } from 'node:path';
import { loadContent } from '../../src/modules/catalogue/content-load.js';
import { CheckEngine } from '../../src/modules/checks/check-engine.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

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
  return loadContent(join(SOURCE_ROOT, 'content')).checkFiles.flatMap((file) => file.checks);
}
