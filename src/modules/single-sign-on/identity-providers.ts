import type { Vault } from '../../platform/crypto/vault.js';
import type { EntityManager } from '../../platform/database/database.js';
import type { AttemptSecrets } from './attempt-secrets.rules.js';
import { secretPlace, type IdentityConnection } from './identity-connection.entity.js';
import type { OidcConnection, OidcProvider } from './oidc-provider.js';
import type { Identified } from './provider-identity.js';
import type { SamlConnection, SamlProvider } from './saml-provider.js';
import type { SignOnUrls } from './sign-on-urls.js';
import { SignOnRefusal } from './sign-on-refusal.js';
import { useAssertion } from './used-assertions.js';

export interface SignOnRequest extends AttemptSecrets {
  loginHint: string | null;
  isStepUp: boolean;
}

/** Identity providers of stored connections, by their protocols. */
export class IdentityProviders {
  constructor(
    private readonly oidc: OidcProvider,
    private readonly saml: SamlProvider,
    private readonly vault: Vault,
    private readonly urls: SignOnUrls,
  ) {}

  /** Address at the provider to which the browser goes. @throws {SignOnRefusal} */
  requestUrl(connection: IdentityConnection, request: SignOnRequest): Promise<string> {
    switch (connection.kind) {
      case 'oidc':
        return this.oidc.authorizationUrl(this.oidcConnection(connection), request);
      case 'saml':
        return this.saml.requestUrl(this.samlConnection(connection), request);
    }
  }

  /**
   * Person of an authorization response.
   * @param query of the callback
   * @throws {SignOnRefusal}
   */
  async ofCode(
    connection: IdentityConnection,
    { secrets, query }: { secrets: AttemptSecrets; query: string },
  ): Promise<Identified> {
    if (connection.kind !== 'oidc')
      throw new SignOnRefusal('invalid_response', 'the connection is none of OpenID Connect');
    const callback = new URL(this.urls.callback(connection));
    callback.search = query;
    const found = await this.oidc.identify(this.oidcConnection(connection), secrets, callback);
    return { ...found, requestId: null };
  }

  /**
   * Person of a SAML response, whose assertion is used up.
   * @param response base64, as it was posted
   * @throws {SignOnRefusal}
   */
  async ofResponse(connection: IdentityConnection, em: EntityManager, response: string): Promise<Identified> {
    if (connection.kind !== 'saml') throw new SignOnRefusal('invalid_response', 'the connection is none of SAML');
    const { assertion, ...identified } = await this.saml.identify(this.samlConnection(connection), response);
    await useAssertion(em, connection, assertion);
    return identified;
  }

  /** Our SAML metadata for a connection. It follows from its id alone. */
  metadata(connectionId: string): string {
    return this.saml.metadata({
      entityId: this.urls.metadata(connectionId),
      callbackUrl: this.urls.callback({ id: connectionId, kind: 'saml' }),
    });
  }

  private samlConnection(connection: IdentityConnection): SamlConnection {
    const { id, issuer, signOnUrl, certificates, groupClaim, allowsUnsolicited } = connection;
    return {
      issuer,
      signOnUrl: signOnUrl ?? '',
      certificates,
      groupClaim: groupClaim ?? null,
      allowsUnsolicited,
      entityId: this.urls.metadata(id),
      callbackUrl: this.urls.callback(connection),
    };
  }

  private oidcConnection(connection: IdentityConnection): OidcConnection {
    const { id, issuer, clientId, clientSecret, groupClaim } = connection;
    return {
      issuer,
      clientId: clientId ?? '',
      clientSecret: clientSecret ? this.vault.open(clientSecret, secretPlace(id)) : null,
      groupClaim: groupClaim ?? null,
      redirectUri: this.urls.callback(connection),
    };
  }
}
