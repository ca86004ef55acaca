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

/** What no longer fails, or could no longer be decided, since the previous scan, by what caused it. What newly fails is marked in the results. */
export function SinceBefore({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const comparison = useSinceBefore(scan);
  const { sinceBefore } = scan;
  if (sinceBefore === null) return <Text c="dimmed">{t('before.none')}</Text>;
  return (
    <Answered result={comparison}>
      {({ compareScans: { from, changes } }) => {
        const { failed, gone, held } = sortedChanges(changes);
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
              {failed.length + gone.length + held.length === 0 && t('before.sameSentence')}
            </div>
            {gone.length > 0 && <Text fw={500}>{t('field.gone')}</Text>}
            <CauseList outcome="gone" changes={gone} isBrief />
            {held.length > 0 && (
              <div>
                <Text fw={500}>{t('field.held')}</Text>
                <Text size="sm" c="dimmed">
                  {t('before.heldWhy')}
                </Text>
              </div>
            )}
            <CauseList outcome="held" changes={held} isBrief />
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
