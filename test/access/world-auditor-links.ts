import { createLink, openLink } from '../auditor-links/auditor-links.js';
import { Client } from '../support/client.js';

/** Leaves a link of an auditor, and a request by it. */
export async function shareWithAuditor(baseUrl: string, admin: Client) {
  const { id, secret } = await createLink(admin);
  const auditor = await openLink({ anonymous: new Client(baseUrl, null), baseUrl }, secret);
  const { addAuditorComment } = await auditor.data<{ addAuditorComment: { auditorComment: { id: string } } }>(
    `mutation ($input: AddAuditorCommentInput!) { addAuditorComment(input: $input) { auditorComment { id } } }`,
    { input: { kind: 'request', text: 'Please provide evidence' } },
  );
  return { auditorLinkId: id, auditorCommentId: addAuditorComment.auditorComment.id };
}
