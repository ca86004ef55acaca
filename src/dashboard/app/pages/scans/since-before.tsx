import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { CauseList } from './cause-list';
import { sortedChanges } from './scan.rules';
import type { SinceBeforeAnswer } from './use-since-before';

interface SinceBeforeProps {
  scanId: string;
  answer: SinceBeforeAnswer;
}

/** Newly failing and newly passing controls since the previous scan, by what caused it. */
export function SinceBefore({ scanId, answer: { before, comparison, choices } }: SinceBeforeProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  if (before === null) return <Text c="dimmed">{t('before.none')}</Text>;
  if (before === undefined) return <Answered result={choices}>{() => null}</Answered>;
  const against = (
    <TextLink inherit to="/scans/$scanId" params={{ scanId: before.id }}>
      {t('scan.of', { when: format.dateTime(before.createdAt) })}
    </TextLink>
  );
  return (
    <Answered result={comparison}>
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
            <CauseList outcome="fail" changes={failed} isBrief />
            <CauseList outcome="pass" changes={passed} isBrief />
            {newlyFailed > 0 && (
              <Text size="xs" c="dimmed">
                {t('before.alone')}
              </Text>
            )}
            <div>
              <TextLink to="/scans/compare" search={{ from: before.id, to: scanId }}>
                {t('before.all', { count: changes.length })}
              </TextLink>
            </div>
          </Stack>
        );
      }}
    </Answered>
  );
}
