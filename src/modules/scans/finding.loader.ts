import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { ruleResolver } from '../custom-checks/rule-resolve.js';
import { latestFindings } from './finding.sql.js';
import type { ControlFindingType } from './finding.type.js';
import { failingFindingsPath } from '../finding-state/findings-path.rules.js';
import type { FailingRule } from './remediation.rules.js';
import { resultId } from './result.read.js';

const RESOURCES_MAX = 100;

/** The latest evaluated result of a control, with the rules that failed. */
export type LatestFinding = ControlFindingType & { failingRules: FailingRule[] };

/**
 * For `ctx.once`: the vote that counts most for each control (the worst, then the newest, of connected integrations) with
 * what failed, in one statement for all controls of a batch.
 */
export function latestFindingLoader(ctx: RequestContext): DataLoader<number, LatestFinding | null> {
  const { em, viewer } = ctx;
  const catalogue = catalogueOf(ctx);
  return new DataLoader(async (nos) => {
    const { tenantId } = viewer;
    const controls = nos.flatMap((no) => catalogue.controlByNo.get(no) ?? []);
    const found = await latestFindings.all(em, { tenantId, controls, resourcesMax: RESOURCES_MAX });
    const byNo = new Map(found.map((finding) => [finding.controlNo, finding]));
    const resolve = await ruleResolver(
      ctx,
      found.flatMap(({ failingRules }) => failingRules),
    );
    return nos.map((no) => {
      const finding = byNo.get(no);
      const control = catalogue.controlByNo.get(no);
      if (!finding || !control) return null;
      const failingRules = finding.failingRules.map(({ scanner, ruleId, title }) => ({
        ruleId,
        title,
        check: resolve({ scanner, ruleId, title }),
      }));
      const { scanJobId, listed } = finding;
      return {
        ...finding,
        failingRules,
        id: resultId(scanJobId, control),
        resourcesTotal: listed?.total ?? 0,
        findingsUrl: listed && listed.total > 0 ? failingFindingsPath({ scanId: scanJobId, ...listed }) : null,
      };
    });
  });
}
