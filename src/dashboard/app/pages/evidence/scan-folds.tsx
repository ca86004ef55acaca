import { useQuery } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { UnfoldButton } from '../../parts/unfold-button';
import { EvidenceOfScansDocument, UnfoldedEvidenceDocument, type EvidenceOfScansQuery } from './evidence.gql';
import { ALL_SCANS, scansOfText } from './evidence-search';
import { EvidenceTable } from './evidence-table';

type Fold = EvidenceOfScansQuery['evidenceOfScans'][number];

interface ScanFoldsProps {
  /** Control whose parts are folded; undefined for whole artifacts. */
  controlId: string | undefined;
  now: Date;
}

/** What scans stored, one row for the integrations that were scanned together, the newest first; each unfolds. */
export function ScanFolds({ controlId, now }: ScanFoldsProps) {
  const { t } = useTranslation('evidence');
  const result = useQuery(EvidenceOfScansDocument, { variables: { controlId } });
  const data = result.data ?? result.previousData;
  if (data?.evidenceOfScans.length === 0) return <Empty>{t(controlId === undefined ? 'folds.none' : 'noMatch')}</Empty>;
  return (
    <Section
      title={t('folds.title')}
      aside={
        <TextLink to="/evidence" search={{ type: 'auto', controlId, scansOf: ALL_SCANS }}>
          {t('folds.all', { count: data?.evidenceOfScans.reduce((sum, { artifacts }) => sum + artifacts, 0) ?? 0 })}
        </TextLink>
      }
    >
      <Answered result={{ ...result, data }}>
        {({ evidenceOfScans }) => <Folds folds={evidenceOfScans} controlId={controlId} now={now} />}
      </Answered>
    </Section>
  );
}

function Folds({ folds, controlId, now }: ScanFoldsProps & { folds: readonly Fold[] }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  // What is in the only fold shows at once.
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(folds.length === 1 ? folds.map(keyOf) : []));
  const toggle = (key: string) =>
    setOpen(open.has(key) ? new Set([...open].filter((each) => each !== key)) : new Set([...open, key]));
  return (
    <Stack gap="sm">
      <DataTable<Fold>
        label={t('folds.title')}
        rows={folds}
        rowKey={keyOf}
        columns={[
          {
            key: 'integrations',
            header: t('folds.integrations'),
            cell: (fold) => (
              <UnfoldButton isOpen={open.has(keyOf(fold))} onToggle={() => toggle(keyOf(fold))}>
                {fold.integrationNames.join(', ') || t('folds.removed')}
              </UnfoldButton>
            ),
          },
          {
            key: 'artifacts',
            header: t('folds.artifacts'),
            align: 'right',
            cell: ({ artifacts }) => format.number(artifacts),
          },
          {
            key: 'newest',
            header: t('folds.newest'),
            cell: ({ newestAt, newestScanId, integrationIds }) => (
              <Newest at={newestAt} scanId={integrationIds.length === 0 ? null : newestScanId} />
            ),
          },
        ]}
        detailOf={(fold) => (open.has(keyOf(fold)) ? <Unfolded fold={fold} controlId={controlId} now={now} /> : null)}
      />
    </Stack>
  );
}

const keyOf = ({ integrationIds }: Fold) => scansOfText(integrationIds);

function Newest({ at, scanId }: { at: string; scanId: string | null }) {
  const format = useFormat();
  if (scanId === null) return format.dateTime(at);
  return (
    <TextLink to="/scans/$scanId" params={{ scanId }} size="sm" lh="24px">
      <time dateTime={at}>{format.dateTime(at)}</time>
    </TextLink>
  );
}

/** The newest artifacts of a fold, with a link to all of them. */
function Unfolded({ fold, controlId, now }: ScanFoldsProps & { fold: Fold }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const { integrationIds } = fold;
  const result = useQuery(UnfoldedEvidenceDocument, { variables: { controlId, integrationIds } });
  const label = t('folds.of', { names: fold.integrationNames.join(', ') || t('folds.removed') });
  return (
    <Answered result={result}>
      {({ evidenceList: { nodes, totalCount } }) => (
        <Stack gap="xs" className="fold">
          <EvidenceTable label={label} evidence={nodes} now={now} />
          <Group gap="lg">
            <Text size="xs">
              {t('pages.shown', { shown: format.number(nodes.length), total: format.number(totalCount) })}
            </Text>
            {totalCount > nodes.length && (
              <TextLink to="/evidence" search={{ type: 'auto', controlId, scansOf: scansOfText(integrationIds) }}>
                {t('folds.allOf')}
              </TextLink>
            )}
          </Group>
        </Stack>
      )}
    </Answered>
  );
}
