/** Parts of samlify that the tests use. Its own types have those of a browser, which contradict those of Node. */
export interface Samlify {
  ServiceProvider: (settings: {
    metadata?: string;
    entityID?: string;
    wantAssertionsSigned?: boolean;
    wantMessageSigned?: boolean;
    encryptCert?: string;
    assertionConsumerService?: Endpoint[];
  }) => Service;
  IdentityProvider: (settings: {
    entityID: string;
    privateKey: string;
    signingCert: string;
    isAssertionEncrypted: boolean;
    nameIDFormat: string[];
    singleSignOnService: Endpoint[];
    requestSignatureAlgorithm: string;
    loginResponseTemplate: { context: string; attributes: object[] };
  }) => Provider;
  Constants: { namespace: { binding: { post: string; redirect: string } }; StatusCode: { Success: string } };
  SamlLib: {
    defaultLoginResponseTemplate: { context: string };
    replaceTagsByValue(template: string, values: Record<string, string>): string;
  };
  setSchemaValidator: (validator: { validate: (xml: string) => Promise<string> }) => void;
}

/** A service provider, as the identity provider knows it. */
export interface Service {
  readonly entityMeta: { getEntityID(): string; getAssertionConsumerService(binding: string): string };
}

interface Provider {
  parseLoginRequest(
    service: Service,
    binding: string,
    request: { query: Record<string, string> },
  ): Promise<{ extract: { request: { id: string } } }>;
  createLoginResponse(
    service: Service,
    request: object,
    binding: string,
    user: object,
    replace: (template: string) => { id: string; context: string },
  ): Promise<{ context: string }>;
}

interface Endpoint {
  Binding: string;
  Location: string;
}
