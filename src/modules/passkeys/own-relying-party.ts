import { AppError } from '../../platform/errors.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { relyingPartyOf, type RelyingParty } from './relying-party.rules.js';

/** The relying party of the public address, which is known once the server listens. */
export class OwnRelyingParty {
  constructor(private readonly publicUrl: PublicUrl) {}

  /** Why there are no passkeys at this address; null where there are. */
  get obstacle(): string | null {
    const party = relyingPartyOf(this.publicUrl.href);
    return 'reason' in party ? party.reason : null;
  }

  /** @throws {AppError} CONFLICT where the address cannot have passkeys */
  require(): RelyingParty {
    const party = relyingPartyOf(this.publicUrl.href);
    if ('reason' in party) throw new AppError('CONFLICT', party.reason);
    return party;
  }
}
