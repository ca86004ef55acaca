import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shortAccount } from '../../parts/account.rules';
import { useAttempts } from '../../parts/attempt';
import { DataTable, type Column } from '../../parts/data-table';
import { askForFields } from '../../parts/form';
import { Refusal } from '../../parts/refusal';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { logicOf, type CheckValues } from './check-form.rules';
import { TryCustomCheckDocument, type TryCustomCheckMutation } from './checks.gql';

type Result = TryCustomCheckMutation['dryRunCustomCheck']['dryRun'];
type Sample = Result['samples'][number];

interface TrialProps {
  values: CheckValues;
  /** Id of the form that has the values. */
  formId: string;
}

/** Fields that a trial needs. */
const NEEDED = ['resourceType', 'passes'] as const;

/** What the check would say of the resources of the last scan. Nothing is stored by it. What is missing for it is said at its field, as on saving. */
export function Trial({ values, formId }: TrialProps) {
  const { t } = useTranslation('checks');
  const [run, { data, loading }] = useMutation(TryCustomCheckDocument);
  const { error, attempt } = useAttempts();
  // Sentences can still be missing while the expressions are tried.
  const input = {
    ...logicOf(values),
    saysPass: values.saysPass.trim() || t('try.pass'),
    saysFail: values.saysFail.trim() || t('try.fail'),
  };
  const missing = NEEDED.filter((field) => values[field].trim() === '');
  const start = () => {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement && !askForFields(form, NEEDED)) return;
    void attempt(() => run({ variables: { input } }));
  };
  return (
    <Section title={t('try.title')}>
      <Text>{t('try.explanation')}</Text>
      {missing.length > 0 && (
        <Text c="dimmed">
          {t('try.waits', { fields: missing.map((field) => `“${t(`form.${field}`)}”`).join(', ') })}
        </Text>
      )}
      <Group>
        <Button variant="default" loading={loading} onClick={start}>
          {t('try.action')}
        </Button>
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
            {[account && shortAccount(account), region].filter(Boolean).join(' · ')}
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
