import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable } from '../../parts/data-table';
import { tellWithUndo } from '../../parts/told-with-undo';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { Section } from '../../parts/section';
import { ControlStatus, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import type { ShownArtifact } from './artifact.page';
import { LinkEvidenceDocument, UnlinkEvidenceDocument } from './evidence.gql';
import { UseAsDialog } from './use-as-dialog';

type Assessment = ShownArtifact['assessments'][number];
type Control = ShownArtifact['allControls'][number];
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
        <Controls artifact={artifact} />
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
  if (universalControls.length === 0) return <Text c="dimmed">{t('use.noUniversal')}</Text>;
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

function Controls({ artifact }: { artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const { allControls, controlsTotal, type } = artifact;
  if (allControls.length === 0) return <Text c="dimmed">{t('use.noControls')}</Text>;
  return (
    <Stack gap="xs">
      <DataTable<Control>
        label={t('column.controls')}
        rows={allControls}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'control',
            header: t('use.controlOne'),
            cell: ({ id, controlId, title, framework }) => (
              <TextLink
                to="/controls/$framework/$controlId"
                params={{ framework: framework.slug, controlId: id }}
                size="sm"
              >
                {framework.name} {controlId} {title}
              </TextLink>
            ),
          },
          { key: 'standing', header: t('rests.status'), cell: (control) => <ControlStatus control={control} /> },
          ...(type === 'manual'
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
      {controlsTotal > allControls.length && (
        <Text size="xs" c="dimmed">
          {t('moreControls', { count: controlsTotal - allControls.length })}
        </Text>
      )}
    </Stack>
  );
}

interface UnlinkProps {
  artifact: ShownArtifact;
  /** Of what it is no longer evidence. */
  name: string;
  input: { controlIds: string[] } | { universalControlIds: string[] };
}

/** Button that takes a link back; where the user may not, nothing. */
function Unlink({ artifact: { id, withdrawal }, name, input }: UnlinkProps) {
  const { t } = useTranslation('evidence');
  const may = useMay();
  const [unlink, { loading }] = useMutation(UnlinkEvidenceDocument, { refetchQueries: 'active' });
  const [link] = useMutation(LinkEvidenceDocument, { refetchQueries: 'active' });
  if (!may('unlinkEvidence')) return '–';
  const remove = async () => {
    try {
      await unlink({ variables: { evidenceId: id, input } });
      const undo = () => link({ variables: { evidenceId: id, input } });
      if (withdrawal) return;
      tellWithUndo(`unlink ${id} ${name}`, t('use.removed', { name }), undo, t('use.kept', { name }));
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={loading}
      aria-label={t('use.removeOf', { name })}
      onClick={() => void remove()}
    >
      {t('use.remove')}
    </Button>
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
