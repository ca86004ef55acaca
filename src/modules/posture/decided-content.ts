import type { Client } from 'pg';
import { decidedContents, moveToNewest } from './decided-content.sql.js';

/** Changes with the rules of the decision: raise it with them, so that what they change is not taken for a scan's finding. */
const RULES_VERSION = 1;

/** What a posture was decided by, apart from votes and assessments: the rules and the content. */
export function decidedContentOf({ version }: { version: string }): string {
  return `${RULES_VERSION} ${version}`;
}

/**
 * Makes the content of this release the newest, whether an update or a return to an earlier release brings it. For the owner, under
 * the lock of the schema.
 */
export async function recordDecidedContent(client: Client, content: { version: string }): Promise<void> {
  await moveToNewest.run(client, { content: decidedContentOf(content) });
}

/** Whether the migration step of a release with this content and these rules has run. */
export async function isRecorded(client: Client, content: { version: string }): Promise<boolean> {
  const recorded = await decidedContents.all(client);
  return recorded.some((each) => each.content === decidedContentOf(content));
}
