import { useQuery } from '@apollo/client/react';
import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { CoverageMatrix } from './coverage-matrix';
import { MappingMatrixDocument, type MappingMatrixQuery } from './matrix.gql';
import { reachesOf } from './matrix.rules';
import './mapping.css';

/** Page of the coverage matrix and the universal controls. */
export function MatrixPage() {
  const { t } = useTranslation(['mapping', 'common']);
  const format = useFormat();
  const result = useQuery(MappingMatrixDocument);
  const [farthest] = reachesOf(result.data?.mappingMatrix.cells ?? []);
  const hasOthers = farthest !== undefined && farthest.total > 0;
  return (
    <Page
      title={t('common:nav.mapping')}
      answer={
        hasOthers
          ? t('matrix.answer', { framework: farthest.from, percent: format.percent(farthest.percent) })
          : undefined
      }
      asked={[{ document: MappingMatrixDocument }]}
    >
      <Answered result={result}>
        {({ mappingMatrix: { cells }, ucfDomains }) => (
          <Stack gap="xl">
            {hasOthers ? (
              <CoverageMatrix cells={cells} />
            ) : (
              <Empty action={<TextLink to="/settings">{t('matrix.settings')}</TextLink>}>{t('matrix.single')}</Empty>
            )}
            <Domains domains={ucfDomains} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function Domains({ domains }: { domains: MappingMatrixQuery['ucfDomains'] }) {
  const { t } = useTranslation('mapping');
  const count = domains.reduce((sum, { controlCount }) => sum + controlCount, 0);
  return (
    <section>
      <Title order={2}>{t('matrix.domains')}</Title>
      <Text c="dimmed" mb="sm">
        {t('matrix.domainsHint', { count })} <TextLink to="/mapping/universal">{t('matrix.all')}</TextLink>
      </Text>
      <ul className="mapping-domains">
        {domains.map(({ id, code, name, controlCount }) => (
          <li key={id}>
            <TextLink to="/mapping/universal" search={{ domain: code }}>
              {name}
            </TextLink>{' '}
            <Text span c="dimmed">
              {controlCount}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
