import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Severity } from '../../parts/severity';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { Arrow } from './arrow';
import { causesOf } from './cause.rules';
import type { ResultChange } from './change-table';
import { Counted } from './check-changes';
import { Outcome } from './outcome';

interface CauseListProps {
  /** What the controls come to: they newly fail, no longer do, or could not be decided. */
  outcome: 'fail' | 'gone' | 'held';
  changes: readonly ResultChange[];
  /** Without what the checks counted. @default false */
  isBrief?: boolean;
}

type Control = ResultChange['control'];

/** Controls with another result by what caused it: each check once, with the controls that it changed. */
export function CauseList({ outcome, changes, isBrief = false }: CauseListProps) {
  const { t } = useTranslation('scans');
  if (changes.length === 0) return null;
  return (
    <ul className="causes">
      {causesOf(outcome === 'fail' ? 'fail' : 'gone', changes).map(({ key, checks, changes: caused, from, to }) => (
        <li key={key}>
          {checks[0] && outcome === 'fail' && <Severity severity={checks[0].severity} />}
          <div>
            <div className="cause-name">
              <Text fw={600}>{checks[0]?.fault ?? t('cause.none')}</Text>
              <span className="cause-change">
                {from !== undefined && (
                  <>
                    <Outcome status={from} /> <Arrow />
                  </>
                )}{' '}
                {outcome === 'held' ? <StateWord tone="warning" word={t('field.held')} /> : <Outcome status={to} />}
              </span>
            </div>
            {checks.map((check) => (
              <Why key={check.integrationId} check={check} isBrief={isBrief} />
            ))}
            <Controls controls={caused.map(({ control }) => control)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What the check counted, and why it says something else where that is not the configuration. */
function Why({ check, isBrief }: { check: ResultChange['checks'][number]; isBrief: boolean }) {
  const { t } = useTranslation('scans');
  const reasons = check.reasons.filter((reason) => reason !== 'configuration').map((reason) => t(`reason.${reason}`));
  if (isBrief && reasons.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {!isBrief && (
        <>
          {t('cause.counted')} <Counted outcome={check.previous} /> <Arrow /> <Counted outcome={check.current} />
        </>
      )}
      {!isBrief && reasons.length > 0 && ' · '}
      {reasons.join(' · ')}
    </Text>
  );
}

/** Controls that show at first. */
const SHOWN = 12;

function Controls({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation('scans');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="cause-controls">
      {controls.slice(0, isOpen ? controls.length : SHOWN).map(({ id, controlId, title, framework }) => (
        <TextLink
          key={id}
          to="/controls/$framework/$controlId"
          params={{ framework: framework.slug, controlId: id }}
          title={title}
        >
          {framework.name} {controlId}
        </TextLink>
      ))}
      {controls.length > SHOWN && !isOpen && (
        <Anchor component="button" type="button" onClick={() => setOpen(true)}>
          {t('cause.more', { count: controls.length - SHOWN })}
        </Anchor>
      )}
    </div>
  );
}
