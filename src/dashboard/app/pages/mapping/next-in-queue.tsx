import { skipToken, useQuery } from '@apollo/client/react';
import { Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import { AssessmentQueueDocument } from './assessments.gql';
import { isWanted, nextOf, queued } from './assessments.rules';
import type { AssessmentsSearch } from './mapping-search';

interface Next {
  id: string;
  code: string;
  title: string;
}

/**
 * What comes after a universal control in the queue from which it was opened; null for the last one and without a queue.
 * Stays the same when the assessment takes the universal control out of the queue.
 */
export function useNextInQueue(id: string, { queue, ...wanted }: AssessmentsSearch): Next | null {
  const { data } = useQuery(AssessmentQueueDocument, queue === undefined ? skipToken : {});
  const [found, setFound] = useState<{ of: string; next: Next | null } | null>(null);
  if (found?.of === id) return found.next;
  if (data === undefined || queue === undefined) return null;
  const waiting = queued(
    data.universalControls.filter((each) => isWanted(each, wanted)),
    queue,
    new Date(),
  );
  const next = nextOf(waiting, id);
  setFound({ of: id, next });
  return next;
}

/** Links to the next of the queue and back to it. */
export function AfterAssessed({ from, next }: { from: AssessmentsSearch; next: Next | null }) {
  const { t } = useTranslation('mapping');
  return (
    <Group gap="lg">
      {next && (
        <TextLink
          to="/mapping/universal/$universalControlId"
          params={{ universalControlId: next.id }}
          search={{ ...from, assess: true }}
          fw={500}
        >
          {t('queue.next', { code: next.code, title: next.title })}
        </TextLink>
      )}
      <TextLink to="/assessments" search={from}>
        {t('queue.back')}
      </TextLink>
    </Group>
  );
}
