import { skipToken, useQuery } from '@apollo/client/react';
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import { ChecksOnHoldDocument, type IntegrationsQuery } from './integrations.gql';
import { Section } from './section';
import { useProblemTexts } from './use-problem-texts';

interface WithheldSectionProps {
  withheld: IntegrationsQuery['integrations'][number]['withheldChecks'];
}

/** The service names as many at once. */
const CHECKS_MAX = 100;

/** What the last scan could not look at, why, and what to do then; nothing where it saw everything. */
export function WithheldSection({ withheld }: WithheldSectionProps) {
  const { t } = useTranslation('integrations');
  const inWords = useProblemTexts();
  const ids = [...new Set(withheld.flatMap(({ checkIds }) => checkIds))].toSorted();
  const asked = ids.slice(0, CHECKS_MAX);
  const { data } = useQuery(ChecksOnHoldDocument, asked.length > 0 ? { variables: { ids: asked } } : skipToken);
  const titles = new Map(data?.checks.nodes.map(({ id, title }) => [id, title]));
  if (withheld.length === 0) return null;
  return (
    <Section title={t('withheld.title')}>
      <Text size="sm">{t('withheld.text', { count: ids.length })}</Text>
      <List size="sm" spacing="sm">
        {withheld.map(({ reason, checkIds }) => (
          <List.Item key={reason}>
            {inWords(reason)}
            <List size="sm" listStyleType="circle" aria-label={t('withheld.checks', { count: checkIds.length })}>
              {checkIds.map((id) => (
                <List.Item key={id}>
                  <TextLink inherit to="/findings" search={{ checkId: id, status: 'any' }}>
                    {titles.get(id) ?? id}
                  </TextLink>
                </List.Item>
              ))}
            </List>
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        {t('withheld.then')}
      </Text>
    </Section>
  );
}
