import { graphql, IN_QUERY, OF_TENANT, type Place } from './place.js';

/**
 * Ids of links and comments that members name. Those that auditors name need the token of a link: `test/auditor-links` has them.
 */
export const AUDITOR_LINK_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'ExtendAuditorLinkInput.auditorLinkId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'auditorLinkId',
    request: (id) =>
      graphql(
        'mutation ($input: ExtendAuditorLinkInput!) { extendAuditorLink(input: $input) { auditorLink { id } } }',
        { input: { auditorLinkId: id, expiresInDays: 90 } },
      ),
  },
  'RevokeAuditorLinkInput.auditorLinkId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'auditorLinkId',
    request: (id) =>
      graphql(
        'mutation ($input: RevokeAuditorLinkInput!) { revokeAuditorLink(input: $input) { auditorLink { id } } }',
        {
          input: { auditorLinkId: id },
        },
      ),
  },
  'AnswerAuditorCommentInput.auditorCommentId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'auditorCommentId',
    request: (id) =>
      graphql(
        'mutation ($input: AnswerAuditorCommentInput!) { answerAuditorComment(input: $input) { auditorComment { id } } }',
        { input: { auditorCommentId: id, answer: 'Here' } },
      ),
  },
  'AnswerAuditorCommentInput.evidenceIds': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'evidenceId',
    // Answered by the place above, or found to be before the evidence of another organization is looked for.
    code: 'CONFLICT',
    request: (id, { auditorCommentId }) =>
      graphql(
        'mutation ($input: AnswerAuditorCommentInput!) { answerAuditorComment(input: $input) { auditorComment { id } } }',
        { input: { auditorCommentId, answer: 'Here', evidenceIds: [id] } },
      ),
  },
};

/** Places that only the token of a link reaches. */
export const BY_AUDITORS = [
  'AddAuditorCommentInput.controlId',
  'Query.auditedAnswerFile(commentId)',
  'Query.auditedAnswerFile(id)',
  'Query.auditedControl(id)',
  'Query.auditedEvidenceFile(controlId)',
  'Query.auditedEvidenceFile(id)',
  'Query.auditedReportFile(id)',
];
