import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { ArtifactControls } from './artifact-controls';
import type { ShownArtifact } from './artifact.page';
import { Unlink } from './unlink';
import { UseAsDialog } from './use-as-dialog';

type Assessment = ShownArtifact['assessments'][number];
type Universal = ShownArtifact['universalControls'][number];

/** For what an artifact is evidence, and which assessments rest on it or on another version of its document. */
export function ArtifactUse({ artifact }: { artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { withdrawal, assessments } = artifact;
  return (
    <>
      <Section
        title={t('use.heading')}
        aside={
          !withdrawal &&
          may('linkEvidence') && (
            <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
              {t('menu.use')}
            </Button>
          )
        }
      >
        <Universals artifact={artifact} />
        <ArtifactControls artifact={artifact} />
      </Section>
      <Section title={t('rests.heading')}>
        {assessments.length === 0 ? <Text c="dimmed">{t('rests.none')}</Text> : <Resting artifact={artifact} />}
      </Section>
      {isOpen && <UseAsDialog evidence={artifact} onClose={() => setOpen(false)} />}
    </>
  );
}

function Universals({ artifact }: { artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const { id, universalControls, withdrawal } = artifact;
  const may = useMay();
  if (universalControls.length === 0) return null;
  const isCited = (each: Universal) =>
    artifact.assessments.some(
      ({ universalControl, evidenceIds }) => universalControl.id === each.id && evidenceIds.includes(id),
    );
  return (
    <DataTable<Universal>
      label={t('use.universal')}
      rows={universalControls}
      rowKey={({ id: key }) => key}
      columns={[
        {
          key: 'universal',
          header: t('use.universalOne'),
          cell: ({ id: universalControlId, code, title }) => (
            <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId }} size="sm">
              {code} {title}
            </TextLink>
          ),
        },
        {
          key: 'assessed',
          header: t('rests.status'),
          cell: ({ assessment }) => <Status status={assessment?.status ?? 'not_assessed'} />,
        },
        {
          key: 'cited',
          header: t('use.state'),
          cell: (each) => {
            if (isCited(each)) return t('use.cited');
            if (withdrawal || !may('createAssessment')) return t('use.waiting');
            return (
              <TextLink
                to="/mapping/universal/$universalControlId"
                params={{ universalControlId: each.id }}
                search={{ attach: id }}
                size="sm"
                lh="24px"
              >
                {t(each.assessment ? 'use.add' : 'use.assess')}
              </TextLink>
            );
          },
        },
        {
          key: 'remove',
          header: t('use.change'),
          cell: ({ id: key, code }) => (
            <Unlink artifact={artifact} name={code} input={{ universalControlIds: [key] }} />
          ),
        },
      ]}
    />
  );
}

function Resting({ artifact }: { artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  return (
    <DataTable<Assessment>
      label={t('rests.heading')}
      rows={artifact.assessments}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'universal',
          header: t('use.universalOne'),
          cell: ({ universalControl: { id: universalControlId, code, title } }) => (
            <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId }} size="sm">
              {code} {title}
            </TextLink>
          ),
        },
        { key: 'judgement', header: t('rests.status'), cell: ({ status }) => <Status status={status} /> },
        {
          key: 'by',
          header: t('rests.by'),
          cell: ({ assessedBy, createdAt }) =>
            t('rests.byWhom', { name: assessedBy.name, date: format.date(createdAt) }),
        },
        {
          key: 'version',
          header: t('rests.version'),
          cell: (assessment) => <RestsOn artifact={artifact} assessment={assessment} />,
        },
      ]}
    />
  );
}

/** The version that an assessment rests on, and the way to the newer one where there is one. */
function RestsOn({ artifact, assessment }: { artifact: ShownArtifact; assessment: Assessment }) {
  const { t } = useTranslation('evidence');
  const may = useMay();
  const { versions, current } = artifact;
  const [used] = versions.filter(({ id }) => assessment.evidenceIds.includes(id));
  if (!used) return '–';
  const isOlder = current !== null && current.version > used.version;
  return (
    <Group gap="xs">
      <span>
        {t('versions.number', { version: used.version })}
        {isOlder && `. ${t('rests.newer', { version: current.version })}`}
      </span>
      {isOlder && may('createAssessment') && (
        <TextLink
          to="/mapping/universal/$universalControlId"
          params={{ universalControlId: assessment.universalControl.id }}
          search={{ attach: current.id, instead: used.id }}
          size="sm"
          lh="24px"
        >
          {t('rests.take', { version: current.version })}
        </TextLink>
      )}
    </Group>
  );
}
