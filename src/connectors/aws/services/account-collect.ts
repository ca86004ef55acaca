import {
  AccountClient,
  AlternateContactType,
  GetAlternateContactCommand,
  GetContactInformationCommand,
} from '@aws-sdk/client-account';
import { IAMClient, ListAccountAliasesCommand } from '@aws-sdk/client-iam';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

interface Contact {
  kind: string;
  name: string;
  phone: string;
  email: string | null;
}

/** The account with its contacts. */
export async function* contacts(scope: AwsScope): AsyncGenerator<Resource> {
  const primary = await primaryContact(scope);
  const alternates = await Promise.all(
    [AlternateContactType.SECURITY, AlternateContactType.BILLING, AlternateContactType.OPERATIONS].map(async (type) =>
      alternateContact(scope, type),
    ),
  );
  const aliases = await scope.known(scope.client(IAMClient).send(new ListAccountAliasesCommand({})));
  yield scope.resource({
    type: 'AwsAccount',
    id: `arn:${scope.session.partition}:account::${scope.account}:account`,
    name: aliases?.AccountAliases?.[0] ?? scope.account,
    properties: { contacts: [primary, ...alternates].filter((contact) => contact !== null) },
  });
}

async function primaryContact(scope: AwsScope): Promise<Contact | null> {
  const call = scope.client(AccountClient).send(new GetContactInformationCommand({}));
  const { ContactInformation: contact } = (await scope.optional(call, ['ResourceNotFoundException'])) ?? {};
  if (!contact) return null;
  return { kind: 'primary', name: contact.FullName ?? '', phone: contact.PhoneNumber ?? '', email: null };
}

async function alternateContact(scope: AwsScope, type: AlternateContactType): Promise<Contact | null> {
  const call = scope.client(AccountClient).send(new GetAlternateContactCommand({ AlternateContactType: type }));
  const { AlternateContact: contact } = (await scope.optional(call, ['ResourceNotFoundException'])) ?? {};
  if (!contact) return null;
  return {
    kind: type.toLowerCase(),
    name: contact.Name ?? '',
    phone: contact.PhoneNumber ?? '',
    email: contact.EmailAddress ?? null,
  };
}
