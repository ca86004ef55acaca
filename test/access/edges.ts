import { ACCESS } from '../../src/app/features.js';
import {
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { World } from './world.js';

/** Arguments of the root fields that require some. */
const ROOT_ARGUMENTS: Readonly<Record<string, (world: World) => string>> = {
  assessment: ({ assessmentId }) => `(id: "${assessmentId}")`,
  assessments: () => '(first: 100)',
  auditLog: () => '(first: 100)',
  auditProof: () => '(sequence: 1)',
  compareScans: ({ scanId }) => `(from: "${scanId}", to: "${scanId}")`,
  compareSnapshots: ({ scanId }) => `(from: "${scanId}", to: "${scanId}")`,
  reevaluateScan: ({ scanId }) => `(scanId: "${scanId}")`,
  check: () => '(id: "aws.cloudtrail.multi-region-enabled-logging-management-events")',
  control: ({ controlId }) => `(id: "${controlId}")`,
  controlByCode: () => '(framework: "SOC 2", code: "CC6.1")',
  gap: () => '(from: "SOC 2", to: "ISO 27001")',
  universalControlByCode: () => '(code: "UCF-IAM-01")',
  controls: () => '(framework: "SOC 2")',
  coverage: () => '(framework: "SOC 2")',
  customCheck: ({ customCheckId }) => `(id: "${customCheckId}")`,
  savedViews: () => '(list: findings)',
  notificationRule: ({ notificationRuleId }) => `(id: "${notificationRuleId}")`,
  notificationLog: ({ notificationRuleId }) => `(notificationRuleId: "${notificationRuleId}")`,
  evidence: ({ evidenceId }) => `(id: "${evidenceId}")`,
  evidenceList: () => '(first: 100)',
  exception: ({ exceptionId }) => `(id: "${exceptionId}")`,
  exceptions: () => '(first: 100)',
  finding: ({ findingId }) => `(id: "${findingId}")`,
  findings: () => '(where: { status: fail }, first: 50)',
  framework: () => '(name: "SOC 2")',
  integration: ({ demoId }) => `(id: "${demoId}")`,
  invitation: ({ inviteToken }) => `(token: "${inviteToken}")`,
  member: ({ memberId }) => `(id: "${memberId}")`,
  previewAssessment: ({ universalControlId }) =>
    `(input: { universalControlId: "${universalControlId}", status: non_compliant })`,
  resourceConfiguration: ({ resourceId }) => `(id: "${resourceId}")`,
  resource: ({ resourceId }) => `(id: "${resourceId}")`,
  securityEventDestination: ({ destinationId }) => `(id: "${destinationId}")`,
  scan: ({ scanId }) => `(id: "${scanId}")`,
  scanResults: ({ scanId }) => `(scanId: "${scanId}", first: 100)`,
  scans: () => '(first: 100)',
  universalControl: ({ universalControlId }) => `(id: "${universalControlId}")`,
  unknownRules: ({ scanId }) => `(scanId: "${scanId}", first: 100)`,
  webhook: ({ webhookId }) => `(id: "${webhookId}")`,
  webhookDeliveries: ({ webhookId }) => `(webhookId: "${webhookId}", first: 100)`,
  universalControls: () => '(domain: "IAM")',
  statusChanges: () => '(first: 50)',
  compare: () => '(from: "2020-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z")',
  plan: () => '(input: { target: { framework: "SOC 2", score: 10 } })',
  report: ({ reportId }) => `(id: "${reportId}")`,
  reports: () => '(first: 100)',
  ticketTracker: ({ trackerId }) => `(id: "${trackerId}")`,
  workItem: ({ workItemId }) => `(id: "${workItemId}")`,
  workItemComments: ({ workItemId }) => `(workItemId: "${workItemId}", first: 100)`,
  workItems: () => '(first: 100)',
  whatIf: ({ universalControlId }) =>
    `(input: { assess: [{ universalControl: "${universalControlId}", status: non_compliant }] })`,
};

/** A field that returns an object, with a query that reads every scalar field of that object. */
export interface Edge {
  /** `Control.mappings`. */
  name: string;
  document: string;
}

interface Step {
  type: GraphQLObjectType;
  /** Query text before and after the selection. */
  before: string;
  after: string;
}

/**
 * Every reachable edge of the graph, each by a shortest path. Single objects come before lists, so that the queries
 * stay small.
 * @throws {Error} for a root field whose required arguments are unknown here
 */
export function edgesOf(schema: GraphQLSchema, world: World): Edge[] {
  const root = schema.getQueryType();
  if (!root) throw new Error('the schema has no queries');
  const edges = new Map<string, Edge>();
  let frontier: Step[] = [{ type: root, before: '', after: '' }];
  while (frontier.length > 0) {
    const next: Step[] = [];
    for (const step of frontier) {
      for (const field of objectFields(step.type)) {
        const name = `${step.type.name}.${field.name}`;
        if (edges.has(name)) continue;
        // No member sees it; what auditors see has a test of its own.
        if (step.type === root && ACCESS.rowOf(name).byAuditorLink) continue;
        const reached = follow(step, field, step.type === root ? argumentsOf(field, world) : '');
        edges.set(name, { name, document: `${reached.before} ${leavesOf(reached.type)} ${reached.after}` });
        next.push(reached);
      }
    }
    frontier = next;
  }
  return [...edges.values()];
}

/**
 * Every query of members, by its name, as an operation asks for it: with its arguments and every value of what it returns.
 * @throws {Error} as `edgesOf`
 */
export function rootQueriesOf(schema: GraphQLSchema, world: World): Map<string, string> {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ name }) => !ACCESS.rowOf(`Query.${name}`).byAuditorLink,
  );
  return new Map(
    fields.map((field) => {
      const type = getNamedType(field.type);
      return [field.name, `${field.name}${argumentsOf(field, world)} ${isObjectType(type) ? leavesOf(type) : ''}`];
    }),
  );
}

function objectFields(type: GraphQLObjectType): GraphQLField<unknown, unknown>[] {
  const fields = Object.values(type.getFields()).filter((field) => isObjectType(getNamedType(field.type)));
  const weight = (field: GraphQLField<unknown, unknown>) => Number(/s$|List$/.test(field.name));
  return fields.toSorted((one, other) => weight(one) - weight(other));
}

function follow(step: Step, field: GraphQLField<unknown, unknown>, args: string): Step {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`${field.name} is no object`);
  return { type, before: `${step.before} { ${field.name}${args}`, after: `} ${step.after}` };
}

function argumentsOf(field: GraphQLField<unknown, unknown>, world: World): string {
  const known = ROOT_ARGUMENTS[field.name];
  if (!known && field.args.some(isRequiredArgument)) throw new Error(`${field.name} needs arguments`);
  return known?.(world) ?? '';
}

function leavesOf(type: GraphQLObjectType): string {
  const leaves = Object.values(type.getFields()).filter(({ type: of, args }) => {
    return isLeafType(getNamedType(of)) && !args.some(isRequiredArgument);
  });
  return `{ __typename ${leaves.map(({ name }) => name).join(' ')} }`;
}
