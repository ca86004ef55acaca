import type { Gap } from '../resource.js';
import { Refused } from './refusal.rules.js';

/** Parts that a token may be refused, with the permission of a fine-grained token or App, and of a classic token. */
const PARTS = {
  'organization settings': ['organization permission Administration: read', 'scope admin:org of an owner'],
  'workflow permissions of the organization': [
    'organization permission Administration: read',
    'scope admin:org of an owner',
  ],
  'branch protection': ['repository permission Administration: read', 'scope repo of an administrator'],
  'rules of the default branch': ['repository permission Metadata: read', 'scope repo'],
  'security features': ['repository permission Administration: read', 'scope repo of an administrator'],
  'Dependabot alerts': ['repository permission Administration: read', 'scope repo of an administrator'],
  'immutable releases': ['repository permission Administration: read', 'scope repo of an administrator'],
  'workflow permissions': ['repository permission Administration: read', 'scope repo of an administrator'],
  'bypass lists of rulesets': ['repository permission Administration: write', 'scope repo of an administrator'],
  'merge settings': ['repository permission Metadata: read', 'scope repo'],
  'files of the default branch': ['repository permission Contents: read', 'scope repo'],
} as const;
/** A part of an organization or repository that may be refused. */
export type Part = keyof typeof PARTS;

const NAMED_MAX = 5;

/** Properties that GitHub did not show, reported at the end as one gap for each part. */
export class GitHubGapLog {
  private readonly parts = new Map<Part, { places: string[]; refused: Refused | null }>();

  constructor(private readonly account: string) {}

  /** @param refused GitHub's refusal; null where it omitted the part from a response */
  add(part: Part, place: string, refused: Refused | null): void {
    const known = this.parts.get(part) ?? { places: [], refused };
    known.places.push(place);
    this.parts.set(part, known);
  }

  /** Missing parts except `except`, each as a sentence. */
  sentences(except: readonly Part[] = []): string[] {
    return [...this.parts].filter(([part]) => !except.includes(part)).map(([part, seen]) => sentence(part, seen));
  }

  /**
   * A gap for each part. The properties are null and checks that need one do not evaluate the resource, so no resource type
   * is missing as a whole except workflows, which are files.
   */
  all(): Gap[] {
    return [...this.parts].map(([part, seen]) => ({
      resourceTypes: part === 'files of the default branch' ? ['GitHubActionsWorkflow'] : [],
      region: null,
      account: this.account,
      reason: sentence(part, seen),
    }));
  }
}

function sentence(part: Part, { places, refused }: { places: string[]; refused: Refused | null }): string {
  const [fine, classic] = PARTS[part];
  const named = places.slice(0, NAMED_MAX).join(', ');
  const where = places.length > NAMED_MAX ? `${named} and ${String(places.length - NAMED_MAX)} more` : named;
  const unread = `GitHub does not show ${part} of ${where}`;
  if (refused && refused.status >= 500) return `${unread}: it answered ${String(refused.status)}.`;
  const accepted = refused?.acceptedPermissions ? ` GitHub itself names ${refused.acceptedPermissions}.` : '';
  return `${unread}: the token needs the ${fine} (a classic token: ${classic}).${accepted}`;
}
