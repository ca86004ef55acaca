import '../../parts/row-list.css';
import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { CopyValue } from '../../parts/copy-value';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { SettingRow, SettingRows } from '../../parts/setting-rows';
import { TextLink } from '../../parts/text-link';
import { tierName } from '../../parts/tier-name';
import { Usage } from '../../parts/usage';
import { FrameworkChoice } from './framework-choice';
import { GroupRoles } from './group-roles';
import { Leaving } from './leaving';
import { MfaRequirement } from '../../parts/mfa-requirement';
import { PartsIndex } from './parts-index';
import { Profile } from './profile';
import { ScimTokens } from './scim-tokens';
import type { SettingsPart } from './settings-search';
import { SettingsDocument, type SettingsQuery } from './settings.gql';

type Organization = SettingsQuery['organization'];

/** Page of the organization, in parts: its profile and tier, what counts, who gets in, what is connected, and how it leaves. */
export function SettingsPage() {
  const { t } = useTranslation(['settings', 'common']);
  const may = useMay();
  const result = useQuery(SettingsDocument);
  const { part: wanted = 'organization' } = useSearch({ from: '/frame/settings' });
  // Nobody else sees how the organization leaves.
  const part = wanted === 'leaving' && !may('updateOrganization') ? 'organization' : wanted;
  return (
    <Page
      column="indexed"
      title={t('common:nav.settings')}
      answer={result.data && <Answer organization={result.data.organization} />}
      asked={[{ document: SettingsDocument }]}
    >
      <Answered result={result}>
        {({ organization }) => (
          <div className="settings">
            <PartsIndex />
            <Stack gap={0} className="settings-sections">
              <Part part={part} organization={organization} />
            </Stack>
          </div>
        )}
      </Answered>
    </Page>
  );
}

interface PartProps {
  part: SettingsPart;
  organization: Organization;
}

/** The sections of one part. */
function Part({ part, organization }: PartProps) {
  const { t } = useTranslation('settings');
  const may = useMay();
  switch (part) {
    case 'organization':
      return (
        <>
          <Section title={t('profile.title')}>
            <Profile organization={organization} part="profile" />
          </Section>
          <Section title={t('tier.title')}>
            <Tier organization={organization} />
          </Section>
        </>
      );
    case 'compliance':
      return (
        <>
          <Section title={t('frameworks.title')}>
            <FrameworkChoice organization={organization} />
          </Section>
          <Section title={t('scoring.title')}>
            <Text c="dimmed">{t('scoring.explanation')}</Text>
            <Profile organization={organization} part="scoring" />
          </Section>
        </>
      );
    case 'access':
      return (
        <>
          <Section title={t('mfa.title')}>
            <MfaRequirement requiredFrom={organization.settings.mfaRequiredFrom} />
          </Section>
          {may('scimTokens') && (
            <Section title={t('scim.title')}>
              <ScimTokens />
            </Section>
          )}
          {may('groupRoles') && (
            <Section title={t('groups.title')}>
              <GroupRoles />
            </Section>
          )}
        </>
      );
    case 'connections':
      return (
        <Section title={t('connections.title')}>
          <Connections />
        </Section>
      );
    case 'leaving':
      return (
        <Section title={t('leaving.title')}>
          <Leaving tenantId={organization.tenantId} name={organization.name} />
        </Section>
      );
  }
}

/** What has a page of its own. */
function Connections() {
  const { t } = useTranslation('settings');
  const may = useMay();
  const rows = [
    { key: 'signOn', to: '/settings/single-sign-on', isOpen: may('identityConnections') },
    { key: 'auditors', to: '/settings/auditors', isOpen: may('auditorComments') },
    { key: 'trackers', to: '/settings/trackers', isOpen: true },
  ] as const;
  return (
    <ul className="row-list">
      {rows
        .filter(({ isOpen }) => isOpen)
        .map(({ key, to }) => (
          <li key={key}>
            <div>
              <Text fw={500}>{t(`${key}.title`)}</Text>
              <Text size="xs" c="dimmed">
                {t(`${key}.explanation`)}
              </Text>
            </div>
            <TextLink to={to} aria-label={t('configureOf', { name: t(`${key}.title`) })}>
              {t('configure')}
            </TextLink>
          </li>
        ))}
    </ul>
  );
}

function Answer({ organization: { licenseTier, usage, maxUsers, maxFrameworks } }: { organization: Organization }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  return t('answer', {
    tier: tierName(licenseTier),
    users: format.number(usage.users),
    maxUsers: format.number(maxUsers),
    frameworks: usage.frameworks,
    maxFrameworks,
  });
}

function Tier({ organization }: { organization: Organization }) {
  const { t } = useTranslation(['settings', 'common']);
  const format = useFormat();
  const { licenseTier, usage, maxUsers, maxFrameworks, maxStoredBytes, maxStoredFiles, createdAt, tenantId } =
    organization;
  return (
    <SettingRows>
      <SettingRow name={t('tier.name')} value={tierName(licenseTier)} />
      <SettingRow name={t('tier.since')} value={format.date(createdAt)} />
      <SettingRow
        name={t('tier.frameworks')}
        value={t('common:usage', { used: usage.frameworks, max: maxFrameworks })}
      />
      <SettingRow name={t('tier.users')} value={<Usage used={usage.users} max={maxUsers} />} />
      <SettingRow
        name={t('tier.storage')}
        value={<Usage used={usage.storedBytes} max={maxStoredBytes} show={format.storage} />}
      />
      <SettingRow name={t('tier.files')} value={<Usage used={usage.storedFiles} max={maxStoredFiles} />} />
      <SettingRow
        name={t('tier.tenantId')}
        value={tenantId}
        action={<CopyValue label={t('tier.tenantId')} text={tenantId} />}
      />
    </SettingRows>
  );
}
