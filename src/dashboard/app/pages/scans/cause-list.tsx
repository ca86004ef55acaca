import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import { Arrow } from './arrow';
import { causesOf } from './cause.rules';
import type { ResultChange } from './change-table';
import { Counted } from './check-changes';
import { Outcome } from './outcome';

interface CauseListProps {
  /** What the controls come to: they newly fail, or pass again. */
  outcome: 'fail' | 'pass';
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
      {causesOf(outcome, changes).map(({ key, check, changes: caused, from }) => (
        <li key={key}>
          <div className="cause-name">
            <Text fw={600}>{check === null ? t('cause.none') : outcome === 'fail' ? check.fault : check.title}</Text>
            <span className="cause-change">
              {from !== undefined && (
                <>
                  <Outcome status={from} /> <Arrow />
                </>
              )}{' '}
              <Outcome status={outcome} />
            </span>
          </div>
          {check !== null && !isBrief && (
            <Text size="xs" c="dimmed">
              {t('cause.counted')} <Counted outcome={check.previous} /> <Arrow /> <Counted outcome={check.current} />
              {check.reasons.map((reason) => ` · ${t(`reason.${reason}`)}`).join('')}
            </Text>
          )}
          <Controls controls={caused.map(({ control }) => control)} />
        </li>
      ))}
    </ul>
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
