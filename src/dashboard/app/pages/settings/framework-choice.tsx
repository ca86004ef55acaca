import { useApolloClient, useMutation } from '@apollo/client/react';
import { Checkbox, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { Refusal } from '../../parts/refusal';
import { StateWord } from '../../parts/state-word';
import { tierName } from '../../parts/tier-name';
import { useMay } from '../../api/shell-data';
import { SetFrameworksDocument, type SettingsQuery } from './settings.gql';
import { Unsaved } from './unsaved';

type Organization = SettingsQuery['organization'];
type Framework = Organization['frameworks'][number];

/** Active frameworks, and the choice of others within the tier. */
export function FrameworkChoice({ organization }: { organization: Organization }) {
  const { t } = useTranslation('settings');
  const may = useMay();
  const client = useApolloClient();
  const [edits, setEdits] = useState<Readonly<Record<string, boolean>>>({});
  const [set, { loading, error, reset }] = useMutation(SetFrameworksDocument);
  const { frameworks, maxFrameworks, licenseTier } = organization;
  const isChosen = ({ slug, isActive }: Framework) => edits[slug] ?? isActive;
  const chosen = frameworks.filter(isChosen);
  const hasChanged = frameworks.some((each) => isChosen(each) !== each.isActive);
  const mayChoose = may('setFrameworks');
  // The boxes say already which are active.
  const isPlain = mayChoose && frameworks.every(({ isInTier }) => isInTier);

  async function save() {
    try {
      await set({ variables: { input: { frameworks: chosen.map(({ slug }) => slug) } } });
    } catch {
      // It stands below the table.
      return;
    }
    setEdits({});
    notifications.show({ message: t('frameworks.saved') });
    await client.refetchQueries({ include: 'active' });
  }
  function takeBack() {
    setEdits({});
    reset();
  }

  const columns: Column<Framework>[] = [
    {
      key: 'name',
      header: t('frameworks.name'),
      cell: (framework) =>
        mayChoose && framework.isInTier ? (
          <Checkbox
            label={framework.name}
            checked={isChosen(framework)}
            onChange={({ currentTarget: { checked } }) => setEdits({ ...edits, [framework.slug]: checked })}
          />
        ) : (
          framework.name
        ),
    },
    { key: 'version', header: t('frameworks.version'), cell: ({ version }) => version },
    {
      key: 'state',
      header: t('frameworks.state'),
      cell: ({ isActive, isInTier }) =>
        isInTier ? (
          <StateWord
            tone={isActive ? 'good' : 'ended'}
            word={t(isActive ? 'frameworks.active' : 'frameworks.inactive')}
          />
        ) : (
          <Text c="dimmed">{t('frameworks.notInTier', { tier: tierName(licenseTier) })}</Text>
        ),
    },
  ];
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('frameworks.explanation')}</Text>
      <DataTable
        label={t('frameworks.title')}
        columns={isPlain ? columns.slice(0, -1) : columns}
        rows={frameworks}
        rowKey={({ slug }) => slug}
      />
      <Refusal error={error} />
      {mayChoose && (
        <>
          <Text c="dimmed" role="status">
            {t('frameworks.chosen', { chosen: chosen.length, max: maxFrameworks })}
          </Text>
          <Unsaved
            hasChanged={hasChanged}
            isSaving={loading}
            save={t('frameworks.save')}
            onSave={() => void save()}
            onDiscard={takeBack}
          />
        </>
      )}
    </Stack>
  );
}
