import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { headingOf } from '../../parts/finding-heading';
import { TextLink } from '../../parts/text-link';
import type { WorkSubjectFragment } from './work.gql';

/** A check by what is wrong where it fails anywhere. */
function nameOf({ title, fault, verdicts }: NonNullable<WorkSubjectFragment['check']>): string {
  return verdicts.failing > 0 ? fault : title;
}

/** What a work item is about, as a link to its page. */
export function Subject({ item: { checkId, check, control, exception, finding } }: { item: WorkSubjectFragment }) {
  const { t } = useTranslation('work');
  if (control) {
    const { id: controlId, framework } = control;
    return (
      <TextLink to="/controls/$framework/$controlId" params={{ framework: framework.slug, controlId }} size="sm">
        {framework.name} {control.controlId} {control.title}
      </TextLink>
    );
  }
  if (finding) {
    const where = finding.resource?.name ?? finding.resource?.id;
    return (
      <TextLink to="/findings/$findingId" params={{ findingId: finding.id }} size="sm">
        {headingOf(finding)}
        {where === undefined ? '' : ` · ${where}`}
      </TextLink>
    );
  }
  if (exception) {
    return (
      <TextLink to="/exceptions" size="sm">
        {t('subject.exception', { title: exception.title, resource: exception.resource })}
      </TextLink>
    );
  }
  if (checkId !== null) {
    return (
      <TextLink to="/findings" search={{ checkId }} size="sm">
        {check ? nameOf(check) : checkId}
      </TextLink>
    );
  }
  return <Text c="dimmed">{t('subject.gone')}</Text>;
}
