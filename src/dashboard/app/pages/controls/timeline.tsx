import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import type { ShownControl } from './control.page';
import { TimelineEventText, SourceLink } from './timeline-event';
import { judgementsOf, timelineOf, type TimelineEvent } from './timeline.rules';

/** Limit of artifacts that the service returns with a control. */
const EVIDENCE_MAX = 20;

interface TimelineProps {
  control: ShownControl;
  /** Called with the moment of a change that is to be explained. */
  onWhy: (asOf: string) => void;
}

/** Timeline of a control: status changes, findings, assessments and evidence, newest first. */
export function Timeline({ control, onWhy }: TimelineProps) {
  const { t } = useTranslation('controls');
  const events = timelineOf({ ...control, assessments: judgementsOf(control.mappings) });
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
      {events.length === 0 ? (
        <Empty>{t('timeLine.none')}</Empty>
      ) : (
        <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none', borderLeft: '1px solid var(--line)' }}>
          {events.map((event) => (
            <Entry key={keyOf(event)} event={event} onWhy={control.isCurrent ? onWhy : null} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Entry({ event, onWhy }: { event: TimelineEvent; onWhy: ((asOf: string) => void) | null }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  return (
    <Group component="li" gap="md" align="flex-start" py={8} pl="md" style={{ borderBottom: '1px solid var(--line)' }}>
      <Text component="time" dateTime={event.at} size="xs" c="dimmed" w={160} lh="24px">
        {format.dateTime(event.at)}
      </Text>
      <Text size="xs" fw={500} w={100} lh="24px" data-kind={event.kind}>
        {t(`timeLine.kind.${event.kind}`)}
      </Text>
      <Box flex={1} miw={200}>
        <TimelineEventText event={event} />
      </Box>
      {event.kind === 'status' && onWhy && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onWhy(event.at)}
          aria-label={t('timeLine.whyOf', { moment: format.dateTime(event.at) })}
        >
          {t('timeLine.why')}
        </Button>
      )}
      <SourceLink event={event} />
    </Group>
  );
}

function keyOf(event: TimelineEvent): string {
  switch (event.kind) {
    case 'status':
      return event.change.id;
    case 'finding':
      return event.finding.id;
    case 'assessment':
      return event.judgement.id;
    case 'evidence':
      return event.artifact.id;
  }
}
