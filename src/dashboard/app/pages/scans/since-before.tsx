import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { ChangeTable } from './change-table';
import { ScanComparisonDocument } from './comparison.gql';
import { useOnce } from './once';
import { scanBefore, sortedChanges } from './scan.rules';
import { ScanChoicesDocument, type ScanChoicesQuery } from './scan-names.gql';

/** Newly failing and newly passing controls since the previous scan. */
export function SinceBefore({ scanId }: { scanId: string }) {
  const { t } = useTranslation('scans');
  const result = useQuery(ScanChoicesDocument);
  return (
    <Answered result={result}>
      {({ scans: { nodes } }) => {
        const before = scanBefore(nodes, scanId);
        return before ? <Since before={before} scanId={scanId} /> : <Text c="dimmed">{t('before.none')}</Text>;
      }}
    </Answered>
  );
}

interface SinceProps {
  before: ScanChoicesQuery['scans']['nodes'][number];
  scanId: string;
}

function Since({ before, scanId }: SinceProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const pair = { from: before.id, to: scanId };
  const result = useOnce(ScanComparisonDocument, pair);
  const against = (
    <TextLink inherit to="/scans/$scanId" params={{ scanId: before.id }}>
      {t('scan.of', { when: format.dateTime(before.createdAt) })}
    </TextLink>
  );
  return (
    <Answered result={result}>
      {({ compareScans: { newlyFailed, newlyPassed, changes } }) => {
        const { failed, passed } = sortedChanges(changes);
        const figures = {
          failed: t('before.failed', { count: newlyFailed }),
          passed: t('before.passed', { count: newlyPassed }),
        };
        return (
          <Stack gap="sm">
            <div>
              {t('before.figures', figures)} {t('before.against')} {against}.
            </div>
            <ChangeTable label={t('before.title')} changes={[...failed, ...passed]} isBrief />
            <div>
              <TextLink to="/scans/compare" search={pair}>
                {t('before.all', { count: changes.length })}
              </TextLink>
            </div>
          </Stack>
        );
      }}
    </Answered>
  );
}
