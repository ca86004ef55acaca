import { useQuery } from '@apollo/client/react';
import { Button, List, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { ControlLink } from '../../parts/control-link';
import { DataTable } from '../../parts/data-table';
import { SidePanel } from '../../parts/side-panel';
import { useFormat } from '../../parts/format';
import { isMoved } from '../../parts/moved-score.rules';
import { SelectionBar } from '../../parts/selection-bar';
import { ControlStatus, Score } from '../../parts/status';
import { AssignAll } from './assign-all';
import type { Fix } from './fix-table';
import { WhatIfDocument, type WhatIfQuery } from './remediation.gql';
import { effectOf, subjectOfFix, suppositionOf } from './remediation.rules';

type Outcome = NonNullable<WhatIfQuery['whatIf']>;

/** What is chosen in the queue, and the button that shows what would follow from it. Nothing is written. */
export function WhatIfBar({ chosen, onClear }: { chosen: readonly Fix[]; onClear: () => void }) {
  const { t } = useTranslation(['remediation', 'common']);
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <SelectionBar
        label={t('whatIf.bar')}
        chosen={chosen.length > 0 ? t('whatIf.chosen', { count: chosen.length }) : ''}
      >
        <Button size="compact-sm" onClick={open}>
          {t('whatIf.open')}
        </Button>
        <AssignAll
          isSmall
          assignments={chosen.flatMap((fix) => {
            const subject = subjectOfFix(fix);
            return subject ? [{ key: fix.id, subject, title: fix.fault }] : [];
          })}
          word={t('assignMany.action', { count: chosen.length })}
        />
        <Button size="compact-sm" variant="default" onClick={onClear}>
          {t('whatIf.clear')}
        </Button>
      </SelectionBar>
      <SidePanel
        opened={isOpen}
        onClose={close}
        position="right"
        size="xl"
        title={t('whatIf.title', { count: chosen.length })}
      >
        {isOpen && <Consequences chosen={chosen} />}
      </SidePanel>
    </>
  );
}

function Consequences({ chosen }: { chosen: readonly Fix[] }) {
  const { t } = useTranslation('remediation');
  const result = useQuery(WhatIfDocument, {
    variables: { input: suppositionOf(chosen) },
    // Of now: another scan may have come since it was asked for.
    fetchPolicy: 'network-only',
  });
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('whatIf.explanation')}</Text>
      <List size="sm">
        {chosen.map(({ id, fault }) => (
          <List.Item key={id}>{fault}</List.Item>
        ))}
      </List>
      <Answered result={result}>
        {({ whatIf }) => (
          <>
            <Changes changes={whatIf.changes} />
            <Scores scores={whatIf.scores.filter(isMoved)} />
            <Events events={whatIf.events} />
          </>
        )}
      </Answered>
    </Stack>
  );
}

function Scores({ scores }: { scores: Outcome['scores'] }) {
  const { t } = useTranslation('remediation');
  const format = useFormat();
  const percent = (value: number | null) => (value === null ? '–' : format.percent(value));
  if (scores.length === 0) {
    return (
      <Part title={t('whatIf.scores')}>
        <Text>{t('whatIf.noScore')}</Text>
      </Part>
    );
  }
  return (
    <Part title={t('whatIf.scores')}>
      <DataTable
        label={t('whatIf.scores')}
        rows={scores}
        rowKey={({ framework }) => framework ?? ''}
        columns={[
          { key: 'framework', header: t('whatIf.of'), cell: ({ framework }) => framework ?? t('whatIf.overall') },
          {
            key: 'assured',
            header: t('whatIf.assured'),
            align: 'right',
            cell: (each) => `${percent(each.previousAssuredScore)} → ${percent(each.newAssuredScore)}`,
          },
          {
            key: 'score',
            header: t('whatIf.score'),
            align: 'right',
            cell: (each) => (
              <>
                {percent(each.previousScore)} → <Score percent={each.newScore} />
              </>
            ),
          },
        ]}
      />
    </Part>
  );
}

function Changes({ changes }: { changes: Outcome['changes'] }) {
  const { t } = useTranslation(['remediation', 'common']);
  const title = t('whatIf.changes', { count: changes.length });
  return (
    <Part title={title}>
      {changes.length === 0 && <Text>{t('whatIf.noChange')}</Text>}
      {changes.length > 0 && <Effect changes={changes} />}
      {changes.length > 0 && (
        <DataTable
          label={title}
          rows={changes}
          rowKey={({ control }) => control.id}
          columns={[
            {
              key: 'control',
              header: t('whatIf.control'),
              cell: ({ control }) => (
                <>
                  {control.framework.name} <ControlLink control={control} framework={control.framework.slug} />
                </>
              ),
            },
            {
              key: 'before',
              header: t('whatIf.before'),
              cell: ({ previousStatus }) => t(`common:status.${previousStatus}`),
            },
            {
              key: 'after',
              header: t('whatIf.after'),
              cell: ({ newStatus: status, newAssurance: assurance }) => (
                <ControlStatus control={{ status, assurance, disputed: false }} />
              ),
            },
          ]}
        />
      )}
    </Part>
  );
}

/** What the changes come to: what fails no longer is not what passes. */
function Effect({ changes }: { changes: Outcome['changes'] }) {
  const { t } = useTranslation('remediation');
  const { freed, passed, failed } = effectOf(changes);
  return (
    <Text>
      {t('whatIf.freed', { count: freed })} {t('whatIf.passed', { count: passed })}
      {failed > 0 && ` ${t('whatIf.failed', { count: failed })}`}
      {freed > passed && ` ${t('whatIf.thenAssess')}`}
    </Text>
  );
}

function Events({ events }: { events: Outcome['events'] }) {
  const { t } = useTranslation('remediation');
  if (events.length === 0) return null;
  return (
    <Part title={t('whatIf.events')}>
      <List size="sm">
        {events.map(({ event, count, subscriptions }) => (
          <List.Item key={event}>{t('whatIf.event', { event, times: count, count: subscriptions })}</List.Item>
        ))}
      </List>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}
