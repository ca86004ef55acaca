import { Box, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import type { ShownControl } from './control.page';
import { HappeningText, SourceLink } from './happening';
import { judgementsOf, timeLineOf, type Happening } from './time-line.rules';

/** Limit of artifacts that the service returns with a control. */
const EVIDENCE_MAX = 20;

/** Timeline of a control: status changes, findings, assessments and evidence, newest first. */
export function TimeLine({ control }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  const happenings = timeLineOf({ ...control, assessments: judgementsOf(control.mappings) });
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
      {happenings.length === 0 ? (
        <Empty>{t('timeLine.none')}</Empty>
      ) : (
        <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none', borderLeft: '1px solid var(--line)' }}>
          {happenings.map((happening) => (
            <Entry key={keyOf(happening)} happening={happening} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Entry({ happening }: { happening: Happening }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  return (
    <Group component="li" gap="md" align="flex-start" py={8} pl="md" style={{ borderBottom: '1px solid var(--line)' }}>
      <Text component="time" dateTime={happening.at} size="xs" c="dimmed" w={160} lh="24px">
        {format.dateTime(happening.at)}
      </Text>
      <Text size="xs" fw={500} w={100} lh="24px" data-kind={happening.kind}>
        {t(`timeLine.kind.${happening.kind}`)}
      </Text>
      <Box flex={1} miw={200}>
        <HappeningText happening={happening} />
      </Box>
      <SourceLink happening={happening} />
    </Group>
  );
}

function keyOf(happening: Happening): string {
  switch (happening.kind) {
    case 'status':
      return happening.change.id;
    case 'finding':
      return happening.finding.id;
    case 'assessment':
      return happening.judgement.id;
    case 'evidence':
      return happening.artifact.id;
  }
}
