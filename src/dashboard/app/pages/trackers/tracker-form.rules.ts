/** Fields of a tracker as they are typed. */
export interface TrackerValues {
  kind: 'jira' | 'github';
  name: string;
  address: string;
  project: string;
  issueType: string;
  email: string;
  token: string;
}

/** What the service stores of them, beside the token. */
interface StoredTracker {
  kind: 'jira' | 'github';
  name: string;
  address: string;
  project: string;
  issueType: string | null;
  email: string | null;
}

export const NEW_TRACKER: TrackerValues = {
  kind: 'jira',
  name: '',
  address: '',
  project: '',
  issueType: 'Task',
  email: '',
  token: '',
};

/** Values of a tracker that is connected; its token is not known. */
export function valuesOf({ kind, name, address, project, issueType, email }: StoredTracker): TrackerValues {
  return { kind, name, address, project, issueType: issueType ?? '', email: email ?? '', token: '' };
}

/** Input that creates a tracker. Its name is by default that of the project. */
export function creationOf({ kind, name, address, project, issueType, email, token }: TrackerValues) {
  const named = { kind, name: name.trim() === '' ? project.trim() : name, project, token };
  const at = address.trim() === '' ? {} : { address };
  return kind === 'github' ? { ...named, ...at } : { ...named, ...at, issueType, email: email === '' ? null : email };
}

/** Input that changes a tracker: what is different, and the token where one was typed. */
export function changesOf(before: TrackerValues, after: TrackerValues) {
  const { name, address, project, issueType, email, token } = after;
  return {
    ...(name === before.name ? {} : { name }),
    ...(address === before.address ? {} : { address }),
    ...(project === before.project ? {} : { project }),
    ...(issueType === before.issueType ? {} : { issueType }),
    ...(email === before.email ? {} : { email: email === '' ? null : email }),
    ...(token === '' ? {} : { token }),
  };
}
