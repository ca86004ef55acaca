import { ALL, inReserve, interactive, PUBLIC, stepUp, whileEnrolling } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import type { CredentialServices } from '../auth/create-credentials.js';
import type { Credentials } from '../auth/credentials.js';
import type { Sessions } from '../auth/sessions.js';
import { OwnRelyingParty } from './own-relying-party.js';
import { PasskeyAssertions } from './passkey-assertions.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { PasskeyLoginResolver } from './passkey-login.resolver.js';
import { PasskeyLoginService } from './passkey-login.service.js';
import { PASSKEYS_MAX } from './passkey.read.js';
import { PasskeyReauthenticationService } from './passkey-reauthentication.service.js';
import { PasskeyResolver } from './passkey.resolver.js';
import { PasskeyService } from './passkey.service.js';

interface Needs extends CredentialServices {
  credentials: Credentials;
  sessions: Sessions;
}

/** Passkeys (Web Authentication): making them, logging in by them, and giving them again. */
export const passkeysFeature = feature({
  access: {
    'Query.passkeySupport': PUBLIC,
    'Query.passkeys': whileEnrolling(interactive(ALL)),
    'Mutation.beginPasskeyLogin': PUBLIC,
    'Mutation.logInWithPasskey': PUBLIC,
    'Mutation.beginPasskeyReauthentication': inReserve(whileEnrolling(interactive(ALL))),
    'Mutation.reauthenticateWithPasskey': inReserve(whileEnrolling(interactive(ALL))),
    'Mutation.beginPasskeyRegistration': whileEnrolling(stepUp(ALL)),
    'Mutation.registerPasskey': whileEnrolling(stepUp(ALL)),
    'Mutation.renamePasskey': interactive(ALL),
    'Mutation.removePasskey': inReserve(stepUp(ALL)),
  },
  listSizes: () => ({ 'Query.passkeys': PASSKEYS_MAX }),
  create({ clock, database, jobs, publicUrl }: Platform, { changes, credentials, sessions }: Needs) {
    const party = new OwnRelyingParty(publicUrl);
    const challenges = new PasskeyChallenges(database, clock);
    const assertions = new PasskeyAssertions(credentials, party);
    const shared = { database, credentials, challenges, assertions, party };
    return {
      services: {},
      resolvers: [
        new PasskeyResolver(new PasskeyService({ ...shared, changes }), party),
        new PasskeyLoginResolver(
          new PasskeyLoginService({ ...shared, sessions }),
          new PasskeyReauthenticationService(shared),
        ),
      ],
      workers: [periodic(jobs, { name: 'passkey-challenges.sweep', every: '1 hour', run: () => challenges.sweep() })],
    };
  },
});
