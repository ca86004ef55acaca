import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { EVIDENCE_MAX } from './control-facts';
import type { ShownControl } from './control.page';
import { TimelineEventText, SourceLink } from './timeline-event';
import { judgementsOf, rowsOf, timelineOf, type TimelineEvent, type TimelineRow } from './timeline.rules';

interface TimelineProps {
  control: ShownControl;
  /** Called with the moment of a change that is to be explained. */
  onWhy: (asOf: string) => void;
}

/** Timeline of a control: status changes, findings, assessments and evidence, newest first. */
export function Timeline({ control, onWhy }: TimelineProps) {
  const { t } = useTranslation('controls');
  const rows = rowsOf(timelineOf({ ...control, assessments: judgementsOf(control.mappings) }));
  const whyOf = control.isCurrent ? onWhy : null;
  return (
    <Section
      title={t('timeLine.title')}
      aside={
        control.evidence.length >= EVIDENCE_MAX && (
          <TextLink to="/evidence" search={{ controlId: control.id }} size="xs">
            {t('timeLine.allEvidence')}
          </TextLink>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty>{t('timeLine.none')}</Empty>
      ) : (
        <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none', borderTop: '1px solid var(--line)' }}>
          {rows.map((row) =>
            row.kind === 'collected' || row.kind === 'scanned' ? (
              <Folded key={`${row.kind} ${row.at}`} row={row} />
            ) : (
              <Entry key={keyOf(row)} event={row} onWhy={whyOf} />
            ),
          )}
        </Stack>
      )}
    </Section>
  );
}

/** Events one after the other that are alike, which unfold. */
function Folded({ row }: { row: Extract<TimelineRow, { kind: 'collected' | 'scanned' }> }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const [isOpen, { toggle }] = useDisclosure();
  if (isOpen) return row.events.map((event) => <Entry key={keyOf(event)} event={event} onWhy={null} />);
  const { kind, at, since, events } = row;
  const dates = { since: format.date(since), until: format.date(at) };
  return (
    <Row at={at} kind={kind === 'collected' ? 'evidence' : 'finding'}>
      <Text flex={1} miw={200}>
        {kind === 'collected'
          ? t('timeLine.collected', { count: events.length, ...dates })
          : t('timeLine.scanned', { count: row.scans, failed: row.failed, rest: row.scans - row.failed, ...dates })}
      </Text>
      <Anchor component="button" type="button" lh="24px" aria-expanded={false} onClick={toggle}>
        {t('timeLine.unfold')}
      </Anchor>
    </Row>
  );
}

interface RowProps {
  at: string;
  kind: TimelineEvent['kind'];
  children: ReactNode;
}

function Row({ at, kind, children }: RowProps) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  return (
    <Group component="li" gap="md" align="flex-start" py={8} style={{ borderBottom: '1px solid var(--line)' }}>
      <Text component="time" dateTime={at} size="xs" c="dimmed" w={160} lh="24px">
        {format.dateTime(at)}
      </Text>
      <Text size="xs" fw={500} w={100} lh="24px" data-kind={kind}>
        {t(`timeLine.kind.${kind}`)}
      </Text>
      {children}
    </Group>
  );
}

interface EntryProps {
  event: TimelineEvent;
  onWhy: ((asOf: string) => void) | null;
}

function Entry({ event, onWhy }: EntryProps) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  return (
    <Row at={event.at} kind={event.kind}>
      <Box flex={1} miw={200}>
        <TimelineEventText event={event} />
      </Box>
      {event.kind === 'status' && onWhy && (
        <Anchor
          component="button"
          type="button"
          lh="24px"
          onClick={() => onWhy(event.at)}
          aria-label={t('timeLine.whyOf', { moment: format.dateTime(event.at) })}
        >
          {t('timeLine.why')}
        </Anchor>
      )}
      <SourceLink event={event} />
    </Row>
  );
}

function keyOf(event: TimelineEvent): string {
  switch (event.kind) {
    case 'status':
      return event.change.id;
    case 'finding':
      return event.result.id;
    case 'assessment':
      return event.judgement.id;
    case 'evidence':
      return event.artifact.id;
  }
}
