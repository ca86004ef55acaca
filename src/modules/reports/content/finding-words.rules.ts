import { decidingChecksOf } from '../../catalogue/tested-elements.rules.js';
import type { ControlFacts } from '../report-facts.js';

/** The decision behind a control's status as a sentence, of a pass with every check and the resources it counted; never empty. */
export function findingOf({ control, status, decision, scopeDecision, passedChecks }: ControlFacts): string {
  if (status === 'not_applicable') return scopeDecision ? `Out of scope: ${scopeDecision.reason}` : 'Out of scope.';
  if (decision?.source === 'scan') {
    const named = passedChecks.map(
      ({ title, resourcesPassed }) =>
        `${title} (${resourcesPassed} ${resourcesPassed === 1 ? 'resource' : 'resources'})`,
    );
    return named.length === 0 ? decision.finding : `${decision.finding} ${named.join('; ')}.`;
  }
  if (decision) {
    const verdict = decision.verdict.replaceAll('_', ' ');
    const details = decision.details ? ` ${decision.details}` : '';
    return `${decision.universalControl} was assessed as ${verdict}.${details}`;
  }
  if (status === 'not_assessed') {
    return decidingChecksOf(control).length > 0
      ? 'Tests do not show all that this control asks for, and nobody has assessed it.'
      : 'No automated check decides this control, and nobody has assessed it.';
  }
  return 'Decided by several integrations together.';
}
