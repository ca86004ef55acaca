import type { PublicUrl } from '../../platform/public-url.js';
import type { IdentityConnection } from './identity-connection.entity.js';

/** Folder of the addresses of single sign-on. */
export const SIGN_ON_PATH = '/api/auth/sso';

/** Addresses that are entered at identity providers. Each connection has its own, so that no answer is taken for another's. */
export class SignOnUrls {
  constructor(private readonly publicUrl: PublicUrl) {}

  /** Redirect URI, or assertion consumer service. */
  callback({ id, kind }: Pick<IdentityConnection, 'id' | 'kind'>): string {
    return `${this.publicUrl.href}${SIGN_ON_PATH}/${id}/${kind === 'oidc' ? 'callback' : 'acs'}`;
  }

  /** Our SAML metadata for a connection; also our entity id there. */
  metadata(id: string): string {
    return `${this.publicUrl.href}${SIGN_ON_PATH}/${id}/metadata`;
  }
}
