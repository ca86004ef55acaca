import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { ProviderKind } from './identity-provider.js';

const ProviderKindEnum = { scim: 'scim', oidc: 'oidc', saml: 'saml' } as const satisfies Record<
  ProviderKind,
  ProviderKind
>;
registerEnumType(ProviderKindEnum, {
  name: 'IdentityProviderKind',
  description: 'Protocol by which an identity provider changes members.',
  valuesConfig: {
    scim: { description: 'Provisioning by SCIM 2.0.' },
    oidc: { description: 'Log-in by OpenID Connect.' },
    saml: { description: 'Log-in by SAML 2.0.' },
  },
});

@ObjectType('IdentityProvider', {
  description: 'A SCIM token or a connection for single sign-on, as the author of changes of members.',
  simpleResolvers: true,
})
export class IdentityProviderType {
  @Field(() => ID, { description: 'Id of the token or connection.' })
  id!: string;

  @Field(() => ProviderKindEnum, { description: 'Which of both it is.' })
  kind!: ProviderKind;

  @Field(() => String, { description: 'Name of the token or connection.' })
  name!: string;
}
