import type { Resource } from '../../connectors/resource.js';
import type { CheckLogic } from '../catalogue/content-shapes.js';

/** A check as the sandbox runs it. */
export interface SandboxedCheck {
  id: string;
  resourceType: string;
  logic: CheckLogic;
}

/** A command to the sandbox's process, a JSON object a line: first its checks, then batch after batch. */
export type SandboxCommand =
  | { checks: Pick<SandboxedCheck, 'resourceType' | 'logic'>[] }
  | {
      /** Numbers of checks that were stopped. */
      skip: number[];
      resources: Resource[];
    };

/** Result of a check on one resource: its number in the batch, the status, and why. Resources out of scope have none. */
export type Verdict = [resource: number, status: 'pass' | 'fail' | 'error', sentence: string];

/** A message of the sandbox's process, a JSON object a line; checks go by their number. */
export type SandboxMessage =
  | { ready: true; broken: { check: number; message: string }[] }
  /** A check begins: whatever happens until the next line is caused by it. */
  | { running: number }
  | { evaluated: number; verdicts: Verdict[] }
  | { done: true };
