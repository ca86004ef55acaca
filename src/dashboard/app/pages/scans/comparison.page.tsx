import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import './scans.css';
import { CauseList } from './cause-list';
import { causesOf, checkCount } from './cause.rules';
import { ChangeTable } from './change-table';
import { Section } from './completed-scan';
import { useDifferenceWords } from './difference-words';
import { ScanComparisonDocument, SnapshotComparisonDocument, type ScanComparisonQuery } from './comparison.gql';
import { useOnce, type Once } from './once';
import { NewFailures } from './new-failures';
import { PairChoice } from './pair-choice';
import { inListOrder, scanBefore, sortedChanges } from './scan.rules';
import { ScanChoicesDocument } from './scan-names.gql';
import { SnapshotChanges } from './snapshot-changes';
import { useCauseWords } from './use-cause-words';

/** Page that compares two scans; by default the latest two. */
export function ComparisonPage() {
  const { t } = useTranslation('scans');
  const search = useSearch({ from: '/frame/scans/compare' });
  const choices = useQuery(ScanChoicesDocument);
  const completed = inListOrder(choices.data?.scans.nodes ?? []).filter(({ status }) => status === 'completed');
  const to = search.to ?? completed[0]?.id;
  const from = search.from ?? (to === undefined ? undefined : scanBefore(completed, to)?.id);
  const pair = from === undefined || to === undefined ? null : { from, to };
  const result = useOnce(ScanComparisonDocument, pair);
  const comparison = result.data?.compareScans;
  return (
    <Page
      title={t('comparison.title')}
      up={<TextLink to="/scans">{t('scan.all')}</TextLink>}
      answer={comparison && <Difference comparison={comparison} />}
      asked={
        pair
          ? [ScanComparisonDocument, SnapshotComparisonDocument].map((document) => ({ document, variables: pair }))
          : []
      }
    >
      <Answered result={choices}>
        {() => (
          <Stack gap="xl">
            <PairChoice scans={completed} from={from} to={to} />
            {pair === null ? <Empty>{t('comparison.tooFew')}</Empty> : <Compared result={result} pair={pair} />}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

/** What newly fails and by which check, what no longer fails and what could not be decided, in one line. */
function Difference({ comparison }: { comparison: ScanComparisonQuery['compareScans'] }) {
  const { t } = useTranslation('scans');
  const { newlyFailed: newlyFailing, noLongerFailing, noLongerDecided, changes } = comparison;
  const differenceWords = useDifferenceWords();
  const cause = useCauseWords()(changes);
  if (cause === null) return <>{differenceWords({ newlyFailing, noLongerFailing, noLongerDecided })}</>;
  return [
    t('before.failed', { count: newlyFailing }),
    cause,
    ...(noLongerFailing > 0 ? [t('before.gone', { count: noLongerFailing })] : []),
    ...(noLongerDecided > 0 ? [t('before.held', { count: noLongerDecided })] : []),
  ].join(' · ');
}

interface ComparedProps {
  result: Once<ScanComparisonQuery>;
  pair: { from: string; to: string };
}

function Compared({ result, pair }: ComparedProps) {
  const { t } = useTranslation('scans');
  const headingOf = (what: string, checks: number, controls: number) =>
    t(checks > 0 ? 'comparison.headingBy' : 'comparison.heading', {
      what,
      checks: t('comparison.checks', { count: checks }),
      controls: t('comparison.controls', { count: controls }),
    });
  return (
    <>
      <Answered result={result}>
        {({ compareScans: { from, changes, isCatalogueChanged } }) => {
          const { failed, gone, held, other } = sortedChanges(changes);
          const causes = causesOf('fail', failed);
          const groups = [
            { kind: 'fail', what: t('field.newly'), changes: failed, checks: checkCount(causes) },
            { kind: 'gone', what: t('field.gone'), changes: gone, checks: checkCount(causesOf('gone', gone)) },
            { kind: 'held', what: t('field.held'), changes: held, checks: checkCount(causesOf('gone', held)) },
            { kind: 'other', what: t('comparison.other'), changes: other, checks: 0 },
          ] as const;
          return (
            <>
              {isCatalogueChanged && <Text>{t('comparison.catalogue')}</Text>}
              {changes.length === 0 && <Text c="dimmed">{t('comparison.same')}</Text>}
              {groups
                .filter((group) => group.changes.length > 0)
                .map(({ kind, what, changes: ofKind, checks }) => (
                  <Section key={kind} title={headingOf(what, checks, ofKind.length)}>
                    {kind === 'fail' && <Text c="dimmed">{t('comparison.alone')}</Text>}
                    {kind === 'held' && <Text c="dimmed">{t('before.heldWhy')}</Text>}
                    {kind === 'other' ? (
                      <ChangeTable label={what} changes={ofKind} />
                    ) : (
                      <CauseList outcome={kind} changes={ofKind} />
                    )}
                  </Section>
                ))}
              {from.completedAt !== null && (
                <NewFailures
                  to={pair.to}
                  after={from.completedAt}
                  without={new Set(causes.flatMap(({ checks }) => checks.map(({ ruleId }) => ruleId)))}
                />
              )}
            </>
          );
        }}
      </Answered>
      <Section title={t('resources.title')}>
        <SnapshotChanges pair={pair} />
      </Section>
    </>
  );
}
