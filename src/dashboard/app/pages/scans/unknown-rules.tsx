import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { csvOf } from '../../parts/csv.rules';
import { DataTable, type Column } from '../../parts/data-table';
import { download } from '../../parts/download';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { UnknownRulesDocument, type UnknownRulesQuery } from './results.gql';
import { useResourceCountColumns } from './resource-count-columns';
import { ShowMore } from './show-more';

type UnknownRule = UnknownRulesQuery['unknownRules']['nodes'][number];

/** Rules of the reports that a scan read and that are not known, worst first, with all of them as CSV. */
export function UnknownRules({ scanId }: { scanId: string }) {
  const { t } = useTranslation('scans');
  const result = useQuery(UnknownRulesDocument, { variables: { scanId } });
  const columns = useColumns();
  return (
    <Answered result={result}>
      {({ unknownRules: { nodes, totalCount, pageInfo } }) => (
        <Stack gap="sm">
          <Text maw={760}>{t('unknownRules.meaning')}</Text>
          <DataTable label={t('unknownRules.title')} columns={columns} rows={nodes} rowKey={({ id }) => id} />
          <ShowMore
            shown={nodes.length}
            total={totalCount}
            onMore={pageInfo.hasNextPage ? () => result.fetchMore({ variables: { after: pageInfo.endCursor } }) : null}
          />
          <Group>
            <SaveAll scanId={scanId} />
          </Group>
        </Stack>
      )}
    </Answered>
  );
}

/** Downloads the whole list as CSV. */
function SaveAll({ scanId }: { scanId: string }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const client = useApolloClient();
  const [read, setRead] = useState<number | null>(null);
  const save = async () => {
    setRead(0);
    try {
      const rules: UnknownRule[] = [];
      let after: string | null = null;
      do {
        const unknownRules = await pageOf(after);
        rules.push(...unknownRules.nodes);
        setRead(rules.length);
        after = unknownRules.pageInfo.hasNextPage ? unknownRules.pageInfo.endCursor : null;
      } while (after !== null);
      download(new Blob([csvOf(rowsOf(rules))], { type: 'text/csv;charset=utf-8' }), `unknown-rules-${scanId}.csv`);
    } catch (err) {
      notifyRefusal(err);
    } finally {
      setRead(null);
    }
  };
  return (
    <Button variant="default" disabled={read !== null} onClick={() => void save()}>
      <span aria-live="polite">
        {read === null ? t('unknownRules.save') : t('unknownRules.saving', { read: format.number(read) })}
      </span>
    </Button>
  );

  async function pageOf(after: string | null) {
    const variables = { scanId, after };
    // Not through the cache: the list on the page would grow with it.
    const { data } = await client.query({ query: UnknownRulesDocument, variables, fetchPolicy: 'no-cache' });
    if (!data) throw new Error('the service answered without data');
    return data.unknownRules;
  }
}

function rowsOf(rules: readonly UnknownRule[]): (string | number)[][] {
  const header = ['scanner', 'rule_id', 'title', 'severity', 'resources_failed', 'resources_passed', 'evidence'];
  return [
    [...header, 'integration_id'],
    ...rules.map((rule) => [
      ...[rule.scanner, rule.ruleId, rule.title, rule.severity, rule.resourcesFailed, rule.resourcesPassed],
      ...[rule.isEvidence ? 'yes' : 'no', rule.integrationId],
    ]),
  ];
}

function useColumns(): Column<UnknownRule>[] {
  const { t } = useTranslation(['scans', 'terms']);
  const resourceCounts = useResourceCountColumns();
  return [
    {
      key: 'rule',
      header: t('unknownRules.rule'),
      cell: ({ ruleId, title }) => (
        <>
          <Text miw={200}>{title}</Text>
          {title !== ruleId && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {ruleId}
            </Text>
          )}
        </>
      ),
    },
    { key: 'severity', header: t('field.severity'), cell: ({ severity }) => t(`terms:severity.${severity}`) },
    ...resourceCounts,
    {
      key: 'evidence',
      header: t('unknownRules.evidence'),
      cell: ({ isEvidence }) => t(isEvidence ? 'unknownRules.isEvidence' : 'unknownRules.isNoEvidence'),
    },
  ];
}
