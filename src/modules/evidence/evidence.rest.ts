import type { RestRow } from '../../feature.js';

const FIELDS = `
  id type title description controlId
  controls { id controlId framework { name } }
  fileReference fileName contentType size sha256 collectedAt expiresAt createdAt createdBy`;

/** A control of an artifact names its framework, it does not nest it. */
function presentEvidence(evidence: Record<string, unknown>): Record<string, unknown> {
  const controls = evidence.controls as { framework: { name: string } }[];
  return { ...evidence, controls: controls.map((control) => ({ ...control, framework: control.framework.name })) };
}

/** Source: specification, section 4, "Evidence". */
export const evidenceRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/evidence',
    summary: 'Evidence of the organization, newest first.',
    list: 'streamed',
    document: `query ($controlId: ID, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!) {
      data: evidenceList(controlId: $controlId, first: $first, after: $after, offset: $offset) {
        nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
    present: presentEvidence,
  },
  {
    method: 'GET',
    path: '/api/evidence/{id}',
    summary: 'One artifact with the address of its file.',
    document: `query ($id: ID!) { data: evidence(id: $id) { ${FIELDS} downloadUrl } }`,
    present: presentEvidence,
  },
];
