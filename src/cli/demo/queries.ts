import { z } from 'zod';
import { text } from './text.js';

export const SCAN_PROGRESS = `subscription ScanProgress($scanId: ID!) {
  scanProgress(scanId: $scanId) {
    sequence status percent totalControls passedControls failedControls
    progress { currentIntegration findings }
  }
}`;

export const ScanProgress = z.object({
  scanProgress: z.object({
    sequence: z.number(),
    status: z.enum(['queued', 'running', 'completed', 'failed']),
    percent: z.number(),
    totalControls: z.number(),
    passedControls: z.number(),
    failedControls: z.number(),
    progress: z.object({ currentIntegration: text.nullable(), findings: z.number() }),
  }),
});

/** One event of the subscription. */
export type ProgressEvent = z.infer<typeof ScanProgress>['scanProgress'];

export const FAILING_CONTROLS = `query FailingControls($scanId: ID!, $after: String) {
  scanResults(scanId: $scanId, status: fail, first: 100, after: $after) {
    nodes {
      control {
        id controlId title framework { name }
        latestFinding { resources { check } }
        remediation { steps { title instruction command } }
      }
      severity resourcesFailed finding
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'informational'] as const;

const Finding = z.object({ resources: z.array(z.object({ check: text })) }).nullable();

const Step = z.object({ title: text, instruction: text, command: text.nullable() });

/** One step of a remediation. */
export type RemediationStep = z.infer<typeof Step>;

const FailingControlShape = z.object({
  control: z.object({
    id: z.uuid(),
    controlId: text,
    title: text,
    framework: z.object({ name: text }),
    latestFinding: Finding,
    remediation: z.object({ steps: z.array(Step) }),
  }),
  severity: z.enum(SEVERITIES).nullable(),
  resourcesFailed: z.number(),
  finding: text,
});

/** A control that a scan failed, with its remediation. */
export type FailingControl = z.infer<typeof FailingControlShape>;

export const FailingControls = z.object({
  scanResults: z.object({
    nodes: z.array(FailingControlShape),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

/**
 * Query from a control through the Unified Control Framework to the controls of every framework, with the failing
 * checks of each. The id is inlined, so that the query can be pasted unchanged.
 */
export function sameFixQuery(controlId: string): string {
  return `query SameFix {
  control(id: "${controlId}") {
    controlId
    title
    framework { name }
    latestFinding { resources { check } }
    mappings {
      universalControl {
        code
        mappings {
          relationship
          control {
            controlId
            title
            status
            framework { name }
            latestFinding { resources { check } }
          }
        }
      }
    }
  }
}`;
}

export const SameFix = z.object({
  control: z.object({
    controlId: text,
    title: text,
    framework: z.object({ name: text }),
    latestFinding: Finding,
    mappings: z.array(
      z.object({
        universalControl: z.object({
          code: text,
          mappings: z.array(
            z.object({
              relationship: z.enum(['equal', 'subset', 'superset', 'intersects']),
              control: z.object({
                controlId: text,
                title: text,
                status: z.enum(['passed', 'failed', 'not_assessed', 'not_applicable']),
                framework: z.object({ name: text }),
                latestFinding: Finding,
              }),
            }),
          ),
        }),
      }),
    ),
  }),
});

/** A control with all mappings of its universal controls. */
export type MappedControl = z.infer<typeof SameFix>['control'];

export const INTEGRATIONS = `query Integrations {
  integrations { id type name status }
}`;

export const Integrations = z.object({
  integrations: z.array(z.object({ id: z.uuid(), type: z.string(), name: z.string(), status: z.string() })),
});

export const CONNECT_INTEGRATION = `mutation Connect($input: ConnectIntegrationInput!) {
  connectIntegration(input: $input) {
    integration { id }
  }
}`;

export const ConnectIntegration = z.object({
  connectIntegration: z.object({ integration: z.object({ id: z.uuid() }) }),
});
