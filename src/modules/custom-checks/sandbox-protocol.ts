import type { Resource } from '../../connectors/resource.js';
import type { CheckLogic } from '../catalogue/content-shapes.js';

/** A check as the sandbox runs it. */
export interface SandboxedCheck {
  id: string;
  resourceType: string;
  logic: CheckLogic;
}

/** What the sandbox is told, a JSON object a line: first its checks, then batch after batch. */
export type Order =
  | { checks: Pick<SandboxedCheck, 'resourceType' | 'logic'>[] }
  | {
      /** Numbers of checks that are not to run any more. */
      skip: number[];
      resources: Resource[];
    };

/** Number of the resource in its batch, what the check says of it, and why. What is out of its scope is left out. */
export type Verdict = [resource: number, status: 'pass' | 'fail' | 'error', sentence: string];

/** What the sandbox tells, a JSON object a line; checks go by their number. */
export type Told =
  | { ready: true; broken: { check: number; message: string }[] }
  /** It begins with a check; whatever happens until the next line is the doing of that one. */
  | { running: number }
  | { judged: number; verdicts: Verdict[] }
  | { done: true };
