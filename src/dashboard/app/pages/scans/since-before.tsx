import { Stack, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { momentOfScan } from '../../parts/scan-moment.rules';
import { TextLink } from '../../parts/text-link';
import { CauseList } from './cause-list';
import { sortedChanges } from './scan.rules';
import type { ShownScan } from './scan.page';
import { useSinceBefore } from './use-since-before';

/** What newly fails and what no longer fails since the previous scan, by what caused it. */
export function SinceBefore({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const comparison = useSinceBefore(scan);
  const { sinceBefore } = scan;
  if (sinceBefore === null) return <Text c="dimmed">{t('before.none')}</Text>;
  return (
    <Answered result={comparison}>
      {({ compareScans: { from, changes } }) => {
        const { failed, gone } = sortedChanges(changes);
        return (
          <Stack gap="sm">
            <div>
              <Trans
                t={t}
                i18nKey="before.against"
                values={{ when: format.dateTime(momentOfScan(from)) }}
                components={{
                  scan: <TextLink inherit to="/scans/$scanId" params={{ scanId: sinceBefore.before }} />,
                }}
              />{' '}
              {failed.length === 0 && gone.length === 0 && t('comparison.same')}
            </div>
            {failed.length > 0 && <Text fw={500}>{t('field.newly')}</Text>}
            <CauseList outcome="fail" changes={failed} isBrief />
            {gone.length > 0 && <Text fw={500}>{t('field.gone')}</Text>}
            <CauseList outcome="gone" changes={gone} isBrief />
            <div>
              <TextLink to="/scans/compare" search={{ from: sinceBefore.before, to: scan.id }}>
                {t('before.all', { count: changes.length })}
              </TextLink>
            </div>
          </Stack>
        );
      }}
    </Answered>
  );
}
