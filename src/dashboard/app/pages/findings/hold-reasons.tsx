import { useQuery } from '@apollo/client/react';
import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { HoldOfFindingDocument, type FindingPageQuery } from './findings.gql';

/** Says of a finding on hold since when no scan could decide it, and why. */
export function HoldReasons({ finding }: { finding: FindingPageQuery['finding'] }) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const { integration, check, lastSeenAt } = finding;
  const { data } = useQuery(HoldOfFindingDocument, { variables: { integrationId: integration.id } });
  const reasons = (data?.integration.withheldChecks ?? []).filter(({ checkIds }) => checkIds.includes(check.id));
  return (
    <Alert color="orange" variant="outline" title={t('onHold.title')} maw={760}>
      <Stack gap={4}>
        <Text>{t('onHold.text', { day: lastSeenAt === null ? '' : format.date(lastSeenAt) })}</Text>
        {reasons.map(({ reason }) => (
          <Text key={reason}>{reason}</Text>
        ))}
        <div>
          <TextLink to="/integrations" search={{ id: integration.id }} size="sm">
            {t('onHold.open', { name: integration.name })}
          </TextLink>
        </div>
      </Stack>
    </Alert>
  );
}
