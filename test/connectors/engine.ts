import { join } from 'node:path';
import { loadContent } from '../../src/modules/catalogue/content.load.js';
import { CheckEngine } from '../../src/modules/checks/check.engine.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

/** An engine with every check that is shipped. */
export function shippedEngine(): CheckEngine {
  const checks = loadContent(join(SOURCE_ROOT, 'content')).checkFiles.flatMap((file) => file.checks);
  return new CheckEngine(
    checks.map(({ id, title, severity, resource_type: resourceType, logic = null }) => ({
      id,
      title,
      severity,
      resourceType,
      logic,
    })),
  );
}
