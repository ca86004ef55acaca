import type { ListSizes } from '../graphql/list-sizes.js';
import type { Catalogue } from '../modules/catalogue/catalogue.js';
import { TIERS } from '../modules/organizations/tiers.js';

/** Expected sizes of all lists: of those of the catalogue what they hold, on average where it differs from parent to parent. */
export function listSizesOf(catalogue: Catalogue): ListSizes {
  const { frameworks, controls, domains, universalControls } = catalogue;
  return new Map([
    // As many as the largest tier allows: the list is never paged.
    ['Query.members', Math.max(...Object.values(TIERS).map(({ usersMax }) => usersMax))],
    ['Query.invitations', 100],
    ['Organization.frameworks', frameworks.length],
    ['Query.integrations', 10],
    ['Query.frameworks', frameworks.length],
    ['Query.controls', Math.max(...frameworks.map((framework) => framework.controls.length))],
    ['Query.ucfDomains', domains.length],
    ['Query.universalControls', universalControls.length],
    ['Query.apiKeys', 50],
    ['Query.integrationKinds', 20],
    ['IntegrationKind.permissions', 2],
    ['Scan.gaps', 5],
    ['Framework.controls', controls.length / frameworks.length],
    ['Framework.versions', 5],
    ['Domain.universalControls', universalControls.length / domains.length],
    ['Control.mappings', meanOnTheWay(controls)],
    ['UniversalControl.mappings', meanOnTheWay(universalControls)],
    ['Scorecard.domains', domains.length],
    ['Scorecard.frameworks', frameworks.length],
    ['Heatmap.domains', domains.length],
    ['Heatmap.frameworks', frameworks.length],
    ['HeatmapRow.cells', domains.length],
    ['MappingMatrix.cells', frameworks.length ** 2],
    ['Query.scoreHistory', frameworks.length + 1],
    ['ScoreSeries.points', 100],
    ['ScanComparison.changes', 100],
    ['SnapshotComparison.changes', 100],
    ['ResourceChange.properties', 3],
    ['Reevaluation.changes', 100],
    ['ResultChange.checks', 3],
    ['Fix.controls', 20],
    ['Fix.universalControls', 2],
    [
      'Assessment.propagatedControls',
      universalControls.reduce((sum, each) => sum + each.mappings.length, 0) / universalControls.length,
    ],
    ['AssessmentPreview.propagatedControls', Math.max(...universalControls.map(({ mappings }) => mappings.length))],
    ['AssessmentPreview.scores', frameworks.length + 1],
    ['ControlStatusEvent.changes', controls.length],
    ['ScoreEvent.scores', frameworks.length + 1],
    ['Scores.frameworks', frameworks.length],
    ['Subscription.scansChanged', 10],
    ['ReportFrameworks.frameworks', frameworks.length],
    ['Coverage.controls', universalControls.length],
    ['Coverage.uncoveredControls', Math.max(...frameworks.map(uncovered))],
    ['CoveredControl.mappedControls', 2],
    ['Control.history', 20],
    ['Control.evidence', 20],
    ['Evidence.controls', 10],
    ['Remediation.steps', 10],
    ['Finding.resources', 20],
    ['Query.customChecks', 100],
    ['CustomCheck.universalControls', 3],
    ['Query.resourceTypes', catalogue.resourceShapes.size],
    ['DryRun.samples', 20],
    ['Query.webhooks', 20],
    ['WebhookDelivery.attempts', 10],
  ]);
}

function uncovered({ controls }: { controls: readonly { mappings: readonly unknown[] }[] }): number {
  return controls.filter(({ mappings }) => mappings.length === 0).length;
}

/**
 * How many mappings one finds, on average, at what a mapping led to: who has many is met more often. Walked to and fro, the
 * plain mean would promise less than is answered.
 */
function meanOnTheWay(ends: readonly { mappings: readonly unknown[] }[]): number {
  const counts = ends.map(({ mappings }) => mappings.length);
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.reduce((total, count) => total + count * count, 0) / Math.max(1, sum);
}
