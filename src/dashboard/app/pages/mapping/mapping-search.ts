import { oneOf, text } from '../../parts/search-params';
import { QUEUES, type Queue } from './assessments.rules';
import type { Cover } from './pair.rules';

export const COVERS = ['full', 'part', 'none'] as const satisfies readonly Cover[];

export interface PairSearch {
  cover?: Cover | undefined;
  /** Code of a domain: `IAM`. */
  domain?: string | undefined;
}

export function pairSearch(search: Record<string, unknown>): PairSearch {
  return { cover: oneOf(search.cover, COVERS), domain: text(search.domain) };
}

/** With `queue` it was opened from that queue, with its filters. */
export interface UniversalControlSearch extends AssessmentsSearch {
  /** Id of an artifact that the next assessment rests on, too: the form is open. */
  attach?: string | undefined;
  /** Id of an artifact that it replaces: another version of the same document. */
  instead?: string | undefined;
  /** Whether the form is open. */
  assess?: boolean | undefined;
}

export function universalControlSearch(search: Record<string, unknown>): UniversalControlSearch {
  const { attach, instead, assess } = search;
  return {
    ...{ attach: text(attach), instead: text(instead), assess: assess === true || undefined },
    ...assessmentsSearch(search),
  };
}

export interface AssessmentsSearch {
  queue?: Queue | undefined;
  /** Text of the code, the title or a keyword. */
  q?: string | undefined;
  /** Code of a domain: `IAM`. */
  domain?: string | undefined;
  /** Name of a framework that has a mapped control. */
  framework?: string | undefined;
}

export function assessmentsSearch(search: Record<string, unknown>): AssessmentsSearch {
  const { queue, q, domain, framework } = search;
  return { queue: oneOf(queue, QUEUES), q: text(q), domain: text(domain), framework: text(framework) };
}

export const ASSESSMENTS = ['compliant', 'partially_compliant', 'non_compliant', 'not_assessed'] as const;

export interface UniversalControlsSearch {
  /** Code of a domain: `IAM`. */
  domain?: string | undefined;
  q?: string | undefined;
  assessment?: (typeof ASSESSMENTS)[number] | undefined;
}

export function universalControlsSearch(search: Record<string, unknown>): UniversalControlsSearch {
  return { domain: text(search.domain), q: text(search.q), assessment: oneOf(search.assessment, ASSESSMENTS) };
}
