import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { useDifferenceWords } from './difference-words';
import { CauseList } from './cause-list';
import { sortedChanges } from './scan.rules';
import type { ShownScan } from './scan.page';
import { useSinceBefore } from './use-since-before';

/** What newly fails and what no longer fails since the previous scan, by what caused it. */
export function SinceBefore({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const differenceWords = useDifferenceWords();
  const format = useFormat();
  const comparison = useSinceBefore(scan);
  const { sinceBefore } = scan;
  if (sinceBefore === null) return <Text c="dimmed">{t('before.none')}</Text>;
  const against = (
    <TextLink inherit to="/scans/$scanId" params={{ scanId: sinceBefore.before }}>
      {t('scan.of', { when: format.dateTime(sinceBefore.beforeAt) })}
    </TextLink>
  );
  return (
    <Answered result={comparison}>
      {({ compareScans: { newlyFailed, noLongerFailing, changes } }) => {
        const { failed, gone } = sortedChanges(changes);
        return (
          <Stack gap="sm">
            <div>
              {differenceWords(newlyFailed, noLongerFailing)} {t('before.against')} {against}.
            </div>
            <CauseList outcome="fail" changes={failed} isBrief />
            {gone.length > 0 && <Text fw={500}>{t('comparison.gone', { count: gone.length })}</Text>}
            <CauseList outcome="gone" changes={gone} isBrief />
            {newlyFailed > 0 && (
              <Text size="xs" c="dimmed">
                {t('before.alone')}
              </Text>
            )}
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
