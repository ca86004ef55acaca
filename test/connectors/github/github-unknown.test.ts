import { describe, expect, it } from 'vitest';
import type { PropertyShape } from '../../../src/modules/catalogue/resource-shapes.js';
import { shapesByType } from '../../checks/content.js';
import { shippedCheckIds, shippedEngine } from '../engine.js';

/** An example with null for every nullable property. */
function hidden(properties: Record<string, PropertyShape>, example: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => {
      if (shape.nullable) return [name, null];
      const value = example[name];
      return [name, shape.type === 'object' ? hidden(shape.properties, value as Record<string, unknown>) : value];
    }),
  );
}

/** Verdicts on a resource with all nullable properties hidden, changed as given. */
function evaluatedHidden(type: string, changed: Record<string, unknown> = {}) {
  const shape = shapesByType().get(type);
  if (!shape) throw new Error(`there is no shape ${type}`);
  const properties = { ...hidden(shape.properties, shape.example), ...changed };
  const { findings, errors } = shippedEngine().evaluate(
    { type, id: 'x', name: 'x', region: null, account: 'acme', properties },
    '',
  );
  return { evaluated: findings.map(({ check }) => check.ruleId), unevaluated: errors.map(({ checkId }) => checkId) };
}

describe('hidden properties', () => {
  it('of an organization leave all of its checks without a verdict', () => {
    const { evaluated, unevaluated } = evaluatedHidden('GitHubOrganization');

    expect(evaluated).toEqual([]);
    expect(unevaluated.sort()).toEqual(shippedCheckIds('github.organization.'));
  });

  it('of a repository leave all checks without a verdict except the one that needs none of them', () => {
    const { evaluated, unevaluated } = evaluatedHidden('GitHubRepository', { visibility: 'public' });

    expect(evaluated).toEqual(['github.repository.inactive-not-archived']);
    expect(unevaluated.sort()).toEqual(shippedCheckIds('github.repository.').filter((id) => !evaluated.includes(id)));
  });

  it('of a workflow leave its check without a verdict', () => {
    expect(evaluatedHidden('GitHubActionsWorkflow')).toEqual({
      evaluated: [],
      unevaluated: ['github.githubactions.workflow-security-scan'],
    });
  });
});
