import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Arrow } from './arrow';
import type { ResultChange } from './change-table';

type CheckChange = ResultChange['checks'][number];

const SHOWN = 2;

interface CheckChangesProps {
  checks: readonly CheckChange[];
}

/** Checks behind a change, with their counts before and after. */
export function CheckChanges({ checks }: CheckChangesProps) {
  const { t } = useTranslation('scans');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div style={{ minWidth: 280 }}>
      {checks.slice(0, isOpen ? checks.length : SHOWN).map((check) => (
        <div key={`${check.integrationId} ${check.ruleId}`}>
          {check.fault}
          <Text size="xs" c="dimmed">
            <Counted outcome={check.previous} /> <Arrow /> <Counted outcome={check.current} />
          </Text>
        </div>
      ))}
      {checks.length > SHOWN && (
        <Anchor component="button" type="button" mih={24} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('change.fewerChecks') : t('change.moreChecks', { count: checks.length - SHOWN })}
        </Anchor>
      )}
    </div>
  );
}

/** What a check counted in a scan. */
export function Counted({ outcome }: { outcome: CheckChange['current'] }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  if (outcome === null) return <>{t('change.silent')}</>;
  const { resourcesFailed, resourcesPassed, isPartial } = outcome;
  const figures = { failed: format.number(resourcesFailed), passed: format.number(resourcesPassed) };
  return <>{t(isPartial ? 'change.countedPartly' : 'change.counted', figures)}</>;
}
