import type { PresentedShape, RestRow } from '../../feature/rest-row.js';
import { UPLOAD_FIELDS } from './upload.rules.js';
import type { UploadService } from './upload.service.js';

/** Controls of each artifact in the list; one alone is shown with all of them. */
const CONTROLS_LISTED = 20;
const CONTROLS_MAX = 2_000;

const WITHDRAWAL = 'withdrawal { reasonCode reason withdrawnBy withdrawnAt restorableUntil purgedAt }';

const fields = (controlsMax: number) => `
  id type title description controlId
  controls(first: ${controlsMax}) { id controlId framework { name } } controlsTotal scanJobId partOfId
  fileReference fileName contentType size sha256 collectedAt expiresAt createdAt createdBy
  documentId version versionsTotal currentId
  ${WITHDRAWAL}`;

const FIELDS = fields(CONTROLS_MAX);

/** Replaces the framework object in each control of an artifact by its name. */
function presentEvidence(evidence: Record<string, unknown>): Record<string, unknown> {
  const controls = evidence.controls as { framework: { name: string } }[];
  return { ...evidence, controls: controls.map((control) => ({ ...control, framework: control.framework.name })) };
}

const PRESENTED: PresentedShape = { members: { 'controls.framework': 'controls.framework.name' } };

/** Presentation of a changed artifact. */
const CHANGED = {
  present: ({ evidence }: Record<string, unknown>) => presentEvidence(evidence as Record<string, unknown>),
  presented: { of: 'evidence', ...PRESENTED },
};

/** Limit of a file. Source: schema/contract/limits.md. */
const FILE_BYTES_MAX = 50 * 2 ** 20;

const ONE_ARTIFACT = `query ($id: ID!) {
  data: evidence(id: $id) {
    ${FIELDS} downloadUrl
    versions { id version title fileName size sha256 collectedAt expiresAt createdAt createdBy ${WITHDRAWAL} }
    universalControls { id code title }
  }
}`;

/** A path that changes what an artifact is evidence for. */
function linking(name: 'link' | 'unlink', summary: string): RestRow {
  return {
    method: 'POST',
    path: `/api/evidence/{id}/${name}`,
    summary: `${summary} Our addition to the specification.`,
    document: `mutation ($id: ID!, $input: EvidenceLinksInput!) {
      data: ${name}Evidence(evidenceId: $id, input: $input) {
        evidence { ${FIELDS} universalControls { id code title } }
      }
    }`,
    ...CHANGED,
    errors: ['CONFLICT'],
  };
}

/** REST rows. Source: specification, section 4, "Evidence". */
export const evidenceRoutes = (uploads: UploadService): RestRow[] => [
  {
    method: 'GET',
    path: '/api/evidence',
    summary: 'Evidence of the organization, newest first; its uploads by expiry with `order_by=expiry`.',
    list: 'streamed',
    document: `query (
      $controlId: ID, $framework: String, $type: EvidenceType, $evidenceKey: String, $expiresFrom: DateTimeISO,
      $expiresBefore: DateTimeISO, $integrationIds: [ID!], $allVersions: Boolean, $orderBy: EvidenceOrder, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: evidenceList(
        controlId: $controlId, framework: $framework, type: $type, evidenceKey: $evidenceKey, expiresFrom: $expiresFrom,
        expiresBefore: $expiresBefore, integrationIds: $integrationIds, allVersions: $allVersions, orderBy: $orderBy, first: $first,
        after: $after, offset: $offset
      ) {
        nodes { ${fields(CONTROLS_LISTED)} } pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
    present: presentEvidence,
    presented: PRESENTED,
  },
  {
    method: 'GET',
    path: '/api/evidence/scans',
    summary:
      'The artifacts of scans, folded by the integrations that were scanned together. Our addition to the specification.',
    document: `query ($controlId: ID, $framework: String) {
      data: evidenceOfScans(controlId: $controlId, framework: $framework) {
        integrationIds integrationNames artifacts scans newestAt newestScanId
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/evidence/{id}',
    summary: 'One artifact with the address of its file.',
    document: ONE_ARTIFACT,
    present: presentEvidence,
    presented: PRESENTED,
  },
  {
    method: 'POST',
    path: '/api/evidence/upload',
    summary: 'Upload a file as evidence: multipart/form-data with the part `file` and its description.',
    isIdempotent: true,
    status: 201,
    upload: {
      operation: 'Upload.uploadEvidence',
      sizeMax: FILE_BYTES_MAX,
      fields: UPLOAD_FIELDS,
      receive: (ctx, _path, upload) => uploads.store(ctx, upload),
      variable: 'id',
    },
    document: ONE_ARTIFACT,
    present: presentEvidence,
    presented: PRESENTED,
    errors: ['LICENSE_LIMIT_REACHED', 'CONFLICT'],
    extras: ({ id }) => ({ headers: { Location: `/api/evidence/${String(id)}` } }),
  },
  linking('link', 'Say that an artifact is evidence for controls and universal controls; no status changes by it.'),
  linking('unlink', 'Take back what an artifact is evidence for; assessments keep what they rest on.'),
  {
    method: 'POST',
    path: '/api/evidence/{id}/withdraw',
    summary: 'Withdraw uploaded evidence; its file is deleted after 7 days. Our addition to the specification.',
    document: `mutation ($id: ID!, $input: WithdrawEvidenceInput!) {
      data: withdrawEvidence(evidenceId: $id, input: $input) { evidence { ${FIELDS} downloadUrl } }
    }`,
    ...CHANGED,
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/api/evidence/{id}/restore',
    summary: 'Undo a withdrawal while the file is stored. Our addition to the specification.',
    document: `mutation ($id: ID!) { data: restoreEvidence(evidenceId: $id) { evidence { ${FIELDS} downloadUrl } } }`,
    ...CHANGED,
    errors: ['CONFLICT', 'GONE'],
  },
];
