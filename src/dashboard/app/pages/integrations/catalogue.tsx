import '../../parts/cards.css';
import './connect.css';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import type { IntegrationsQuery } from './integrations.gql';

interface CatalogueProps {
  kinds: IntegrationsQuery['integrationKinds'];
  integrations: IntegrationsQuery['integrations'];
}

/** What can be connected: systems that scans read, and scanners whose reports are imported. */
export function Catalogue({ kinds, integrations }: CatalogueProps) {
  const { t } = useTranslation('integrations');
  const countOf = (type: string) =>
    integrations.filter((each) => each.type === type && each.status !== 'disconnected').length;
  const demo = kinds.find(({ type }) => type === 'demo');
  return (
    <Stack gap="lg">
      {[false, true].map((isImport) => (
        <Section key={String(isImport)} title={t(isImport ? 'catalogue.reports' : 'catalogue.systems')}>
          <ul className="cards links">
            {kinds
              .filter(({ type, acceptsReports }) => acceptsReports === isImport && type !== 'demo')
              .map(({ type, title }) => (
                <KindCard key={type} type={type} title={title} count={countOf(type)} />
              ))}
          </ul>
        </Section>
      ))}
      {demo && (
        <Text size="sm" c="dimmed">
          {t('catalogue.demo')}{' '}
          <TextLink to="/integrations" search={{ connect: demo.type }}>
            {demo.title}
          </TextLink>
        </Text>
      )}
    </Stack>
  );
}

/** Kinds whose content the page says in its own words. */
const DESCRIBED = [
  ...(['aws', 'azure', 'gcp', 'github', 'kubernetes', 'okta', 'm365', 'postgresql'] as const),
  ...(['openscap', 'prowler', 'aws-security-hub'] as const),
] as const;

/** A kind of integration, all of it a link to the form that connects one. */
function KindCard({ type, title, count }: { type: string; title: string; count: number }) {
  const { t } = useTranslation('integrations');
  const described = DESCRIBED.find((each) => each === type);
  return (
    <li className="kind-card">
      <span className="kind-mark" aria-hidden="true">
        {title.charAt(0)}
      </span>
      <div>
        <TextLink to="/integrations" search={{ connect: type }} fw={500} className="card-link">
          {title}
        </TextLink>
        {described !== undefined && (
          <Text size="sm" c="dimmed">
            {t(`catalogue.reads.${described}`)}
          </Text>
        )}
        {count > 0 && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('catalogue.connected', { count })}
          </Text>
        )}
      </div>
    </li>
  );
}
