import { randomUUID } from 'node:crypto';
import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ADMIN_MEMBER, ALL, NOBODYS, type Verdict } from './verdict.js';

/** By the token of a link alone: no member has the role for it. */
const NOBODY: Verdict = [];

/** Every operation of links of auditors. */
export const AUDITOR_LINKS: Readonly<Record<string, GraphqlCase>> = {
  'Query.auditorLinks': { may: ADMIN, document: '{ auditorLinks { id } }' },
  'Mutation.createAuditorLink': {
    may: ADMIN,
    document: `mutation ($input: CreateAuditorLinkInput!) { createAuditorLink(input: $input) { auditorLink { id } } }`,
    variables: () => ({
      input: { label: 'A', framework: 'SOC 2', from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    }),
    code: 'VALIDATION_FAILED',
  },
  'Mutation.extendAuditorLink': {
    may: ADMIN,
    document: `mutation ($input: ExtendAuditorLinkInput!) { extendAuditorLink(input: $input) { auditorLink { id } } }`,
    variables: () => ({ input: { auditorLinkId: NOBODYS, expiresInDays: 30 } }),
    code: 'NOT_FOUND',
  },
  'Mutation.revokeAuditorLink': {
    may: ADMIN,
    document: `mutation ($input: RevokeAuditorLinkInput!) { revokeAuditorLink(input: $input) { auditorLink { id } } }`,
    variables: () => ({ input: { auditorLinkId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
  'Query.auditorComments': { may: ALL, document: '{ auditorComments { id } }' },
  'Mutation.answerAuditorComment': {
    may: ADMIN_MEMBER,
    document: `mutation ($input: AnswerAuditorCommentInput!) {
      answerAuditorComment(input: $input) { auditorComment { id } } }`,
    variables: () => ({ input: { auditorCommentId: NOBODYS, answer: 'Here' } }),
    code: 'NOT_FOUND',
  },
  'Mutation.openAuditorLink': {
    may: 'anyone',
    document: 'mutation ($input: OpenAuditorLinkInput!) { openAuditorLink(input: $input) { token } }',
    // Another one each time: the eleventh failure of one is refused.
    variables: () => ({ input: { secret: `aud_${randomUUID()}` } }),
    code: 'INVALID_CREDENTIALS',
  },
  'Query.auditedFramework': { may: NOBODY, document: '{ auditedFramework { framework } }' },
  'Query.auditedControl': {
    may: NOBODY,
    document: 'query ($id: ID!) { auditedControl(id: $id) { id } }',
    variables: ({ controlId }) => ({ id: controlId }),
  },
  'Query.auditedEvidenceFile': {
    may: NOBODY,
    document: 'query ($controlId: ID!, $id: ID!) { auditedEvidenceFile(controlId: $controlId, id: $id) { url } }',
    variables: ({ controlId, evidenceId: id }) => ({ controlId, id }),
  },
  'Query.auditedAnswerFile': {
    may: NOBODY,
    document: 'query ($commentId: ID!, $id: ID!) { auditedAnswerFile(commentId: $commentId, id: $id) { url } }',
    variables: ({ auditorCommentId: commentId, evidenceId: id }) => ({ commentId, id }),
  },
  'Query.auditedReportFile': {
    may: NOBODY,
    document: 'query ($id: ID!) { auditedReportFile(id: $id) { url } }',
    variables: ({ reportId: id }) => ({ id }),
  },
  'Query.auditedComments': { may: NOBODY, document: '{ auditedComments { id } }' },
  'Mutation.addAuditorComment': {
    may: NOBODY,
    document:
      'mutation ($input: AddAuditorCommentInput!) { addAuditorComment(input: $input) { auditorComment { id } } }',
    variables: () => ({ input: { kind: 'comment', text: 'Seen' } }),
  },
};
