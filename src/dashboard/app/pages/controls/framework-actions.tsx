import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { csvOf } from '../../parts/csv.rules';
import { download } from '../../parts/download';
import type { ControlRow } from './controls.rules';

interface FrameworkActionsProps {
  framework: { name: string; slug: string };
  /** What is downloaded. */
  controls: readonly ControlRow[];
}

/** What can be done with a framework: its scope, a report, a link for an auditor, its controls as a file. */
export function FrameworkActions({ framework: { name, slug }, controls }: FrameworkActionsProps) {
  const { t } = useTranslation(['controls', 'common']);
  const may = useMay();
  const save = () =>
    download(new Blob([csvOf(rowsOf(controls, t))], { type: 'text/csv;charset=utf-8' }), `${slug}.csv`);
  return (
    <>
      <Button variant="default" onClick={save} aria-label={t('actions.downloadOf', { framework: name })}>
        {t('actions.download')}
      </Button>
      <ButtonLink variant="default" to="/scope/$framework" params={{ framework: slug }}>
        {t('scope.link')}
      </ButtonLink>
      {may('createAuditorLink') && (
        <ButtonLink variant="default" to="/settings/auditors" search={{ framework: slug }}>
          {t('actions.share')}
        </ButtonLink>
      )}
      {may('generateReport') && (
        <ButtonLink to="/reports" search={{ framework: slug }}>
          {t('actions.report')}
        </ButtonLink>
      )}
    </>
  );
}

type Words = ReturnType<typeof useTranslation<['controls', 'common']>>['t'];

/** The header, then a row for each control. */
function rowsOf(controls: readonly ControlRow[], t: Words) {
  const header = [
    t('controls.identifier'),
    t('controls.title'),
    t('controls.category'),
    t('controls.status'),
    t('controls.assurance'),
    t('controls.decided'),
    t('controls.evidence'),
    t('controls.owner'),
  ];
  const rows = controls.map((control) => [
    control.controlId,
    control.title,
    control.category,
    t(`common:status.${control.status}`),
    control.assurance ? t(`controls.passed.${control.assurance.level}`) : '',
    control.decidedBy?.at ?? '',
    control.uploadedArtifacts,
    control.assignees.map(({ name }) => name).join('; '),
  ]);
  return [header, ...rows];
}
