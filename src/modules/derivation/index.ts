import { feature } from '../../feature/feature.js';
import { DerivationResolver } from './derivation.resolver.js';
import { HoldingChecksResolver } from './holding-checks.js';

/** Why a control has its status. */
export const derivationFeature = feature({
  access: {},
  listSizes: ({ mappingsPerControl }) => ({
    'Derivation.mappings': mappingsPerControl,
    'Derivation.missing': mappingsPerControl,
    'DerivationMapping.elements': 3,
    'DerivationElement.votes': 2,
    'DerivationVote.checks': 2,
    'PropagatedControl.holdingChecks': 2,
  }),
  create() {
    return { services: {}, resolvers: [new DerivationResolver(), new HoldingChecksResolver()] };
  },
});
