import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { notifyRefusal } from '../../parts/notify-refusal';
import { Page } from '../../parts/page';
import { Severity } from '../../parts/severity';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { useTypeName } from '../../parts/type-name';
import { ExampleChecks } from './example-check';
import {
  CustomChecksDocument,
  DeleteCustomCheckDocument,
  EnableCustomCheckDocument,
  type CustomCheckRowFragment,
} from './checks.gql';

/** Page of the checks that the organization has written. */
export function ChecksPage() {
  const { t } = useTranslation(['checks', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const result = useQuery(CustomChecksDocument);
  const { data } = result;
  return (
    <Page
      column={data?.customChecks.length === 0 ? 'settings' : undefined}
      title={t('common:nav.checks')}
      answer={
        data &&
        (data.customChecks.length === 0
          ? `${t('empty')}. ${t('explanation')}`
          : t('count', { count: data.customChecks.length }))
      }
      asked={[{ document: CustomChecksDocument }]}
      actions={
        may('createCustomCheck') && (
          <Button onClick={() => void navigate({ to: '/checks/new' })}>{t('new.action')}</Button>
        )
      }
    >
      <Answered result={result}>
        {({ customChecks }) => (customChecks.length === 0 ? <ExampleChecks /> : <Checks checks={customChecks} />)}
      </Answered>
    </Page>
  );
}

function Checks({ checks }: { checks: readonly CustomCheckRowFragment[] }) {
  const { t } = useTranslation(['checks', 'common']);
  const typeName = useTypeName();
  const columns: readonly Column<CustomCheckRowFragment>[] = [
    {
      key: 'state',
      header: t('column.state'),
      cell: ({ isEnabled }) => (
        <StateWord tone={isEnabled ? 'good' : 'waiting'} word={t(isEnabled ? 'state.enabled' : 'state.disabled')} />
      ),
    },
    {
      key: 'title',
      header: t('column.title'),
      cell: ({ id, title }) => (
        <TextLink to="/checks/$customCheckId" params={{ customCheckId: id }}>
          {title}
        </TextLink>
      ),
    },
    { key: 'type', header: t('column.type'), cell: ({ resourceType }) => typeName(resourceType) },
    { key: 'severity', header: t('column.severity'), cell: ({ severity }) => <Severity severity={severity} isCalm /> },
    {
      key: 'controls',
      header: t('column.controls'),
      cell: ({ universalControls }) => (
        <Group gap="xs">
          {universalControls.map(({ id, code }) => (
            <TextLink key={id} to="/mapping/universal/$universalControlId" params={{ universalControlId: code }}>
              {code}
            </TextLink>
          ))}
        </Group>
      ),
    },
    { key: 'actions', header: '', align: 'right', cell: (check) => <Actions check={check} /> },
  ];
  return <DataTable label={t('common:nav.checks')} columns={columns} rows={checks} rowKey={({ id }) => id} />;
}

function Actions({ check: { id, title, isEnabled } }: { check: CustomCheckRowFragment }) {
  const { t } = useTranslation('checks');
  const may = useMay();
  const [enable] = useMutation(EnableCustomCheckDocument);
  const [remove] = useMutation(DeleteCustomCheckDocument, { refetchQueries: [CustomChecksDocument] });
  const [isBusy, setBusy] = useState(false);
  if (!may('updateCustomCheck')) return null;
  const change = async () => {
    setBusy(true);
    await enable({ variables: { id, isEnabled: !isEnabled } }).catch(notifyRefusal);
    setBusy(false);
  };
  const action = isEnabled ? 'disable' : 'enable';
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        variant="default"
        size="compact-sm"
        loading={isBusy}
        aria-label={t(`${action}.of`, { title })}
        onClick={() => void change()}
      >
        {t(`${action}.action`)}
      </Button>
      <ConfirmedAction
        isDestructive
        action={t('delete.action')}
        label={t('delete.of', { title })}
        size="compact-sm"
        onConfirm={() => remove({ variables: { id } })}
      >
        <Text>{t('delete.explanation')}</Text>
      </ConfirmedAction>
    </Group>
  );
}
