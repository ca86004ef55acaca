import { Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ControlLink } from '../../parts/control-link';
import { DataTable } from '../../parts/data-table';
import { StateWord } from '../../parts/state-word';
import { ControlStatus, Status } from '../../parts/status';
import { byFramework, resultIn, type FrameworkGroup } from './artifact-controls.rules';
import type { ShownArtifact } from './artifact.page';
import { Unlink } from './unlink';
import { useResults } from './use-results';

type Control = ShownArtifact['allControls'][number];

/** Frameworks of an artifact with more controls than these are folded. */
const UNFOLDED_MAX = 20;

/** Controls that an artifact is evidence for, by framework, each with how many of them fail, pass and wait. */
export function ArtifactControls({ artifact }: { artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const { allControls, controlsTotal, universalControls, scan } = artifact;
  const results = useResults(scan?.id ?? null);
  if (allControls.length === 0) {
    return universalControls.length === 0 ? <Text c="dimmed">{t('use.nothingYet')}</Text> : null;
  }
  // What the file says comes before what is known today: without it the counts would not be those of the file.
  if (scan !== null && results === null) {
    return (
      <Stack gap={20}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} height={16} />
        ))}
      </Stack>
    );
  }
  return (
    <Stack gap={0}>
      {byFramework(allControls, results).map((group) => (
        <Framework
          key={group.slug}
          group={group}
          results={results}
          artifact={artifact}
          isOpen={controlsTotal <= UNFOLDED_MAX}
        />
      ))}
      {controlsTotal > allControls.length && (
        <Text size="xs" c="dimmed">
          {t('moreControls', { count: controlsTotal - allControls.length })}
        </Text>
      )}
    </Stack>
  );
}

interface FrameworkProps {
  group: FrameworkGroup<Control>;
  /** What the scan says that stored the artifact; null of an upload. */
  results: ReadonlyMap<string, 'fail' | 'pass'> | null;
  artifact: ShownArtifact;
  isOpen: boolean;
}

function Framework({ group: { name, controls, counts }, results, artifact, isOpen }: FrameworkProps) {
  const { t } = useTranslation('evidence');
  return (
    <details open={isOpen} style={{ borderTop: '1px solid var(--line)', paddingBlock: 8 }}>
      <summary>
        <Text component="span" fw={500}>
          {name}
        </Text>{' '}
        <Text component="span" size="xs" c="dimmed">
          {t('use.controlCount', { count: controls.length })}
          {counts.map(({ counted, count }) => ` · ${t(`use.count.${counted}`, { count })}`)}
        </Text>
      </summary>
      <DataTable<Control>
        label={t('use.controlsOf', { framework: name })}
        rows={controls}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'control',
            header: t('use.controlOne'),
            cell: (control) => <ControlLink control={control} framework={control.framework.slug} isWhole />,
          },
          ...(results === null
            ? []
            : [
                {
                  key: 'result',
                  header: t('use.inFile'),
                  cell: ({ id }: Control) => <InFile result={resultIn(results, id)} />,
                },
              ]),
          { key: 'standing', header: t('use.today'), cell: (control) => <ControlStatus control={control} /> },
          ...(artifact.type === 'manual'
            ? [
                {
                  key: 'remove',
                  header: t('use.change'),
                  cell: ({ id, controlId, framework }: Control) => (
                    <Unlink artifact={artifact} name={`${framework.name} ${controlId}`} input={{ controlIds: [id] }} />
                  ),
                },
              ]
            : []),
        ]}
      />
    </details>
  );
}

/** What the file says of a control. */
function InFile({ result }: { result: 'fail' | 'pass' | 'undecided' }) {
  const { t } = useTranslation('evidence');
  return result === 'undecided' ? <StateWord tone="ended" word={t('use.undecided')} /> : <Status status={result} />;
}
