import { feature } from '../../feature/feature.js';
import { DerivationCheckResolver, DerivationMappingResolver, DerivationResolver } from './derivation.resolver.js';
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
    'DerivationMapping.supporting': 5,
    'PropagatedControl.holdingChecks': 2,
  }),
  create() {
    return {
      services: {},
      resolvers: [
        new DerivationResolver(),
        new DerivationMappingResolver(),
        new DerivationCheckResolver(),
        new HoldingChecksResolver(),
      ],
    };
  },
});
