import { Group, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { FindingStatus } from '../../parts/finding-status';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import type { FindingPageQuery } from './findings.gql';
import { HoldReasons } from './hold-reasons';

/** Controls that are named in the head; all of them are listed below. */
const NAMED = 3;

/** What a finding says in its head: its status, what is wrong, and which controls fail by it. */
export function FindingAnswer({ finding }: { finding: FindingPageQuery['finding'] }) {
  const { t } = useTranslation('findings');
  const { status, severity, exception, summary, isCurrent, isOnHold, failingControls } = finding;
  return (
    <Stack gap="sm" mt={4} align="flex-start">
      <Group gap="sm">
        <FindingStatus status={status} isAccepted={exception !== null} />
        <Severity severity={severity} isCalm={status !== 'fail' || exception !== null} />
        <Text>{summary}</Text>
      </Group>
      {status === 'fail' && isCurrent && failingControls.length > 0 && (
        <Text component="div" size="sm">
          {t('finding.failsNow', { count: failingControls.length })}{' '}
          {failingControls.slice(0, NAMED).map(({ id, controlId, framework }, place) => (
            <Fragment key={id}>
              {place > 0 && ', '}
              <TextLink
                to="/controls/$framework/$controlId"
                params={{ framework: framework.slug, controlId: id }}
                size="sm"
              >
                {framework.name} {controlId}
              </TextLink>
            </Fragment>
          ))}
          {failingControls.length > NAMED && ` ${t('finding.failsMore', { count: failingControls.length - NAMED })}`}
        </Text>
      )}
      {!isCurrent && <Text>{t('finding.former')}</Text>}
      {isOnHold && status === 'fail' && <HoldReasons finding={finding} />}
    </Stack>
  );
}
