import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { headingOf } from '../../parts/finding-heading';
import { TextLink } from '../../parts/text-link';
import type { WorkSubjectFragment } from './work.gql';

/** A check by what is wrong where it fails anywhere. */
function nameOf({ title, fault, verdicts }: NonNullable<WorkSubjectFragment['check']>): string {
  return verdicts.failing > verdicts.accepted ? fault : title;
}

/** What a work item is about, by what the page of that is called; null for an exception and for what is gone. */
export function subjectName({ checkId, check, control, finding }: WorkSubjectFragment): string | null {
  if (control) return `${control.framework.name} ${control.controlId} ${control.title}`;
  if (finding) {
    const where = finding.resource?.name ?? finding.resource?.id;
    return where === undefined ? headingOf(finding) : `${headingOf(finding)} · ${where}`;
  }
  return check ? nameOf(check) : checkId;
}

/** What a work item is about, as a link to its page. */
export function Subject({ item, size = 'sm' }: { item: WorkSubjectFragment; size?: 'xs' | 'sm' }) {
  const { checkId, control, exception, finding } = item;
  const { t } = useTranslation('work');
  if (control) {
    const { id: controlId, framework } = control;
    return (
      <TextLink to="/controls/$framework/$controlId" params={{ framework: framework.slug, controlId }} size={size}>
        {subjectName(item)}
      </TextLink>
    );
  }
  if (finding) {
    return (
      <TextLink to="/findings/$findingId" params={{ findingId: finding.id }} size={size}>
        {subjectName(item)}
      </TextLink>
    );
  }
  if (exception) {
    return (
      <TextLink to="/exceptions" size={size}>
        {t('subject.exception', { title: exception.title, resource: exception.resource })}
      </TextLink>
    );
  }
  if (checkId !== null) {
    return (
      <TextLink to="/findings" search={{ checkId }} size={size}>
        {subjectName(item)}
      </TextLink>
    );
  }
  return <Text c="dimmed">{t('subject.gone')}</Text>;
}
