import { describe, expect, it } from '@jest/globals';
import type { PropertyShape } from '../../../src/modules/catalogue/resource.shapes.js';
import { shapesByType } from '../../checks/content.js';
import { shippedEngine } from '../engine.js';

/** What may be null is null. */
function hidden(properties: Record<string, PropertyShape>, example: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => {
      if (shape.nullable) return [name, null];
      const value = example[name];
      return [name, shape.type === 'object' ? hidden(shape.properties, value as Record<string, unknown>) : value];
    }),
  );
}

/** What the checks say of a resource of which GitHub shows nothing that it may hide, changed as given. */
function judgedHidden(type: string, changed: Record<string, unknown> = {}) {
  const shape = shapesByType().get(type);
  if (!shape) throw new Error(`there is no shape ${type}`);
  const properties = { ...hidden(shape.properties, shape.example), ...changed };
  const { findings, errors } = shippedEngine().judge(
    { type, id: 'x', name: 'x', region: null, account: 'acme', properties },
    '',
  );
  return { judged: findings.map(({ check }) => check.ruleId), unjudged: errors.map(({ checkId }) => checkId) };
}

describe('what GitHub hides', () => {
  it('of an organization leaves all of its checks without a verdict', () => {
    const { judged, unjudged } = judgedHidden('GitHubOrganization');

    expect(judged).toEqual([]);
    expect(unjudged).toHaveLength(5);
  });

  it('of a repository leaves all checks without a verdict but the one that needs nothing of it', () => {
    const { judged, unjudged } = judgedHidden('GitHubRepository', { visibility: 'public' });

    expect(judged).toEqual(['github.repository.inactive-not-archived']);
    expect(unjudged).toHaveLength(17);
  });

  it('of a workflow leaves its check without a verdict', () => {
    expect(judgedHidden('GitHubActionsWorkflow')).toEqual({
      judged: [],
      unjudged: ['github.githubactions.workflow-security-scan'],
    });
  });
});
