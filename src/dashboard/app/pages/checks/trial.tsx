import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { DataTable, type Column } from '../../parts/data-table';
import { Refusal } from '../../parts/refusal';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { logicOf, type CheckValues } from './check-form.rules';
import { TryCustomCheckDocument, type TryCustomCheckMutation } from './checks.gql';

type Result = TryCustomCheckMutation['dryRunCustomCheck']['dryRun'];
type Sample = Result['samples'][number];

/** What the check would say of the resources of the last scan. Nothing is stored by it. */
export function Trial({ values }: { values: CheckValues }) {
  const { t } = useTranslation('checks');
  const [run, { data, loading }] = useMutation(TryCustomCheckDocument);
  const { error, attempt } = useAttempts();
  const isReady = values.resourceType !== '' && values.passes.trim() !== '';
  // Sentences can still be missing while the expressions are tried.
  const input = {
    ...logicOf(values),
    saysPass: values.saysPass.trim() || t('try.pass'),
    saysFail: values.saysFail.trim() || t('try.fail'),
  };
  return (
    <Section title={t('try.title')}>
      <Text>{t('try.explanation')}</Text>
      <Group>
        <Button
          variant="default"
          disabled={!isReady}
          loading={loading}
          onClick={() => void attempt(() => run({ variables: { input } }))}
        >
          {t('try.action')}
        </Button>
        {!isReady && <Text c="dimmed">{t('try.needs')}</Text>}
      </Group>
      <Refusal error={error} />
      <div role="status">{data && error === undefined && <Outcome result={data.dryRunCustomCheck.dryRun} />}</div>
    </Section>
  );
}

function Outcome({ result }: { result: Result }) {
  const { t } = useTranslation('checks');
  const { scanId, resources, passed, failed, outOfScope, errors, stopped, samples } = result;
  // What did not happen is not counted.
  const counted = Object.entries({ passed, failed, outOfScope, errors })
    .filter(([, count]) => count > 0)
    .map(([key, count]) => t(`try.count.${key as 'passed' | 'failed' | 'outOfScope' | 'errors'}`, { count }));
  const columns: readonly Column<Sample>[] = [
    {
      key: 'resource',
      header: t('try.resource'),
      cell: ({ resourceName, account, region }) => (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>{resourceName}</Text>
          <Text size="sm" c="dimmed">
            {[account, region].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'sentence',
      header: t('try.sentence'),
      cell: ({ outcome, sentence }) => (outcome === 'error' ? t('try.error', { reason: sentence }) : sentence),
    },
  ];
  return (
    <Stack gap="sm">
      <Text>
        {[t('try.resources', { count: resources }), ...counted].join(' · ')}{' '}
        <TextLink to="/scans/$scanId" params={{ scanId }}>
          {t('try.scan')}
        </TextLink>
      </Text>
      {stopped !== null && <Text fw={600}>{t('try.stopped', { reason: stopped })}</Text>}
      {samples.length > 0 && (
        <DataTable
          label={t('try.samples')}
          columns={columns}
          rows={samples}
          rowKey={({ account, region, resourceId }) => JSON.stringify([account, region, resourceId])}
        />
      )}
      {failed + errors > samples.length && (
        <Text c="dimmed">{t('try.cut', { shown: samples.length, count: failed + errors })}</Text>
      )}
    </Stack>
  );
}
