import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ShownControl } from './control.page';
import type { Failing } from './use-failing';

/** Causes that are named; what the status rests on has all. */
const NAMED_MAX = 3;

interface CauseProps {
  failing: readonly Failing[];
  latestFinding: ShownControl['latestFinding'];
}

/** What fails a control, in a sentence for each check: where, and whether it is known now or counts as it was last seen. */
export function Cause({ failing, latestFinding }: CauseProps) {
  const { t } = useTranslation('controls');
  const ordered = [...failing.filter(({ isOlder }) => !isOlder), ...failing.filter(({ isOlder }) => isOlder)];
  return (
    <Text component="div" fw={500} c="var(--mantine-color-text)">
      {ordered.slice(0, NAMED_MAX).map((check) => (
        <div key={check.ruleId}>
          {check.isOlder
            ? t('cause.onHold', { fault: check.fault })
            : t('cause.now', { fault: check.fault, where: whereOf(check, latestFinding, t) })}
        </div>
      ))}
      {ordered.length > NAMED_MAX && <div>{t('failing.more', { count: ordered.length - NAMED_MAX })}</div>}
    </Text>
  );
}

/** The name of the only resource, else how many there are. */
function whereOf(
  { ruleId, failed }: Failing,
  latestFinding: ShownControl['latestFinding'],
  t: ReturnType<typeof useTranslation<'controls'>>['t'],
): string {
  const [only, ...others] = (latestFinding?.resources ?? []).filter((each) => each.ruleId === ruleId);
  if (failed === 1 && only && others.length === 0) return only.name ?? only.id;
  return t('failing.resources', { count: failed });
}
