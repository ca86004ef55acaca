/** Tags by the second segment of a path, in the order of the specification. */
const TAGS: Readonly<Record<string, { name: string; description: string }>> = {
  auth: { name: 'Authentication', description: 'An e-mail address and a password for an access token.' },
  org: { name: 'Organization', description: 'The profile, the people and the integrations of the organization.' },
  compliance: {
    name: 'Frameworks and controls',
    description: 'Active frameworks, their controls and where they stand.',
  },
  ucf: {
    name: 'Unified Control Framework',
    description: 'Universal controls, their mappings into every active framework, and assessments.',
  },
  scans: { name: 'Scans', description: 'Scan jobs: trigger one, poll it, read its results.' },
  evidence: { name: 'Evidence', description: 'Artifacts that show how a control is met or not.' },
  reports: { name: 'Reports', description: 'Reports of a framework, as files.' },
  webhooks: { name: 'Webhooks', description: 'Subscriptions to events. What is sent is described under webhooks.' },
};

/** The tag of paths that are about the interface. */
export const SERVICE_TAG = { name: 'Interface', description: 'What describes the interface.' };

/** Name of the tag of a documented path. A path of another kind has a tag of its own. */
export function tagOf(path: string): string {
  const [, , segment = ''] = path.split('/');
  return TAGS[segment]?.name ?? segment;
}

/** Every tag, described, of these paths. */
export function tagsOf(paths: readonly string[]): object[] {
  const names = new Set(paths.map(tagOf));
  const known = Object.values(TAGS).filter(({ name }) => names.delete(name));
  return [...known, ...[...names].map((name) => ({ name, description: `Paths below /api/${name}.` })), SERVICE_TAG];
}
