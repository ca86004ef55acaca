import './scans.css';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { NewFailuresDocument } from './comparison.gql';
import { Section } from './completed-scan';
import { useOnce } from './once';

interface NewFailuresProps {
  /** Id of the later scan. */
  to: string;
  /** When the earlier scan was completed: what was first seen later is new. RFC 3339. */
  after: string;
  /** Rules that fail controls, and are listed with these. */
  without: ReadonlySet<string>;
}

/** What newly fails on a resource and fails no control; nothing where there is none, or where not every finding of the scan is stored any more. */
export function NewFailures({ to, after, without }: NewFailuresProps) {
  const { t } = useTranslation('scans');
  const since = new Date(Date.parse(after) + 1).toISOString();
  const { data } = useOnce(NewFailuresDocument, { to, since });
  const found = (data?.findings.nodes ?? []).filter(({ ruleId }) => !without.has(ruleId));
  if (found.length === 0) return null;
  return (
    <Section title={t('comparison.withoutControl', { count: found.length })}>
      <ul className="causes links">
        {found.map(({ id, fault, severity, resource, resourceId }) => (
          <li key={id}>
            <Severity severity={severity} />
            <div>
              <TextLink to="/findings/$findingId" params={{ findingId: id }} fw={500}>
                {fault}
              </TextLink>
              <Text size="xs" c="dimmed">
                {resource?.name ?? resourceId}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
