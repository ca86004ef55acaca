import { feature } from '../../feature/feature.js';
import { edgeResolver } from './edge-resolver.js';
import { EDGES } from './edges.js';

/** Once: TypeGraphQL keeps what it knows of a class for as long as the process lives. */
const RESOLVERS = EDGES.map(edgeResolver);

/** Edges from a bare id to what it names, across features. */
export const edgesFeature = feature({
  listSizes: () => ({
    'Assessment.evidence': 3,
    'EvidenceOfScans.integrations': 5,
    'AssessmentInForce.withdrawnEvidence': 1,
    'Exception.evidence': 2,
    'Scan.integrations': 10,
  }),
  create: () => ({ services: {}, resolvers: RESOLVERS }),
});
