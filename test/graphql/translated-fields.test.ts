import { isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTranslated } from '../../src/messages/translated.js';
import { Socket } from '../http/socket.js';
import { startService, type TestService } from '../support/service.js';

const CHECK = 'aws.s3.bucket-public-access';
const QUERY = `{
  check(id: "${CHECK}") { title fault description remediation { summary steps { title instruction command } } }
  universalControl: universalControlByCode(code: "UCF-IAM-01") { title elements domain { name } }
}`;

interface Texts {
  check: { title: string; fault: string; remediation: { steps: { title: string; command: string | null }[] } };
  universalControl: { title: string; elements: string[]; domain: { name: string } };
}

/** Names under which fields have texts of the content. */
const NAMES = [
  'title',
  'fault',
  'description',
  'summary',
  'instruction',
  'elements',
  'text',
  'auditQuestion',
  'exampleEvidence',
  'name',
];
/** Texts of others under these names: of people, of scanners, of frameworks, and names of things. */
const OF_OTHERS: Record<string, readonly string[]> = {
  people: [
    'ApiKey.name',
    'AuditActor.name',
    'AuditedEvidence.description',
    'AuditedEvidence.title',
    'AuditorComment.text',
    'CustomCheck.description',
    'CustomCheck.title',
    'Evidence.description',
    'Evidence.title',
    'NotificationRule.name',
    'Passkey.name',
    'SavedView.name',
    'WorkItem.title',
    'WorkItemChange.title',
    'WorkItemComment.text',
  ],
  'accounts and systems': [
    'ConnectedIdentityProvider.name',
    'DerivationResource.name',
    'ExceptionIntegration.name',
    'ExceptionResource.name',
    'FailingResource.name',
    'FindingIntegration.name',
    'IdentityProvider.name',
    'Integration.name',
    'Organization.name',
    'Resource.name',
    'ScimToken.name',
    'ServiceAccount.name',
    'ServiceAccountSummary.name',
    'TenantSummary.name',
    'TicketTracker.name',
    'TicketTrackerSummary.name',
    'User.name',
    'UserSummary.name',
  ],
  frameworks: [
    'AuditedControl.title',
    'AuditedControlDetails.description',
    'AuditedControlDetails.title',
    'Control.auditQuestion',
    'Control.description',
    'Control.exampleEvidence',
    'Control.title',
    'ControlAttribute.name',
    'Framework.description',
    'Framework.name',
    'OrganizationFramework.name',
    'ScopeChoice.name',
    'ScopeChoiceValue.name',
  ],
  'scanners and scans': [
    'ControlFinding.summary',
    'DerivationResource.summary',
    'FailingResource.summary',
    'Finding.summary',
    'FindingPeriod.summary',
    'UnknownRule.title',
  ],
  'providers and their resources': [
    'Documentation.title',
    'IntegrationKind.description',
    'IntegrationKind.title',
    'PermissionDocument.text',
    'PermissionDocument.title',
    'ResourceProperty.description',
    'ResourceProperty.name',
    'ResourceType.description',
    'ResourceType.title',
  ],
  'the audit trail': ['AuditProof.text'],
};

describe('texts of the content', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const ask = (language: string | null, query = QUERY) =>
    service.a.admin.post('/graphql', { query }, language === null ? {} : { 'accept-language': language });
  const textsIn = async (language: string | null) => ((await ask(language)).body as { data: Texts }).data;

  it('are answered in German to who prefers it, with the same commands', async () => {
    const english = await textsIn(null);
    const answer = await ask('de-DE,de;q=0.9,en;q=0.8');
    const german = (answer.body as { data: Texts }).data;
    expect(answer.headers.get('content-language')).toBe('de');
    expect(german.check.fault).toBe('S3-Buckets sind öffentlich zugänglich');
    expect(english.check.fault).toBe('S3 buckets are open to the public');
    const textOf = ({ check, universalControl: { title, elements, domain } }: Texts) => [
      ...[check.title, check.fault, title, ...elements, domain.name],
      ...check.remediation.steps.map((step) => step.title),
    ];
    const same = textOf(german).filter((text, index) => text === textOf(english)[index]);
    expect(same).toEqual([]);
    const commands = ({ check }: Texts) => check.remediation.steps.map(({ command }) => command);
    expect(commands(german)).toEqual(commands(english));
  });

  it('are answered in English to everybody else, also after the same question in German', async () => {
    await textsIn('de');
    await textsIn('de');
    const english = await textsIn(null);
    for (const language of ['en', 'fr', '*', 'en,de;q=0.5']) {
      const answer = await ask(language);
      expect((answer.body as { data: Texts }).data).toEqual(english);
      expect(answer.headers.get('content-language')).toBeNull();
    }
    expect(await textsIn('de')).not.toEqual(english);
  });

  it('are those of the language that a socket was opened with', async () => {
    const authorization = `Bearer ${service.a.admin.token ?? ''}`;
    const titleIn = async (params: Record<string, string>) => {
      const socket = await Socket.open(service.baseUrl, { Authorization: authorization, ...params });
      await socket.message(({ type }) => type === 'connection_ack');
      const answer = await socket.ask(`{ check(id: "${CHECK}") { fault } }`);
      await socket.close();
      return (answer.data?.check as { fault: string }).fault;
    };
    expect(await titleIn({ 'Accept-Language': 'de' })).toBe('S3-Buckets sind öffentlich zugänglich');
    expect(await titleIn({})).toBe('S3 buckets are open to the public');
  });

  it('stay in English over REST, as the specification shows them', async () => {
    const path = '/api/ucf/controls?domain=IAM';
    const { text } = await service.a.admin.get(path);
    expect(
      (await service.a.admin.get(path, { 'accept-language': 'de' })).text.replace(/"request_id":"[^"]*"/, ''),
    ).toBe(text.replace(/"request_id":"[^"]*"/, ''));
  });

  it('are in every field of such a name, except where the text is somebody else’s', () => {
    const fields = Object.values(service.app.schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ at: `${type.name}.${field.name}`, field })))
      .filter(({ field }) => NAMES.includes(field.name) && /^\[?String!?\]?!?$/.test(String(field.type)));
    const others = Object.values(OF_OTHERS).flat();
    const english = fields.filter(({ field }) => !isTranslated(field)).map(({ at }) => at);
    expect(english.sort()).toEqual([...others].sort());
  });
});
