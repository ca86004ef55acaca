import { useQuery } from '@apollo/client/react';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import { WorkAbout } from '../../parts/work-items/work-about';
import { WorkAboutDocument } from '../../parts/work-items/work-changes.gql';
import { DueDay, WorkState } from '../../parts/work-items/work-state';
import type { ShownControl } from './control.page';
import type { Failing } from './use-failing';

/** Unfinished work about a control, and about the checks that fail it. */
export function ControlWork({ control, failing }: { control: ShownControl; failing: readonly Failing[] }) {
  const { t } = useTranslation('controls');
  const { id, controlId, title, status } = control;
  const known = failing.filter(({ isKnown }) => isKnown);
  return (
    <WorkAbout
      subject={{ controlId: id }}
      title={`${controlId} ${title}`}
      // Of what fails the button stands at the top of the page.
      hasButton={status !== 'failed'}
      {...(known.length > 0 ? { none: t('work.none') } : {})}
    >
      {known.map(({ ruleId, fault }) => (
        <CheckWork key={ruleId} ruleId={ruleId} fault={fault} />
      ))}
    </WorkAbout>
  );
}

/** Unfinished work about a check that fails the control; nothing where there is none. */
function CheckWork({ ruleId, fault }: { ruleId: string; fault: string }) {
  const { t } = useTranslation(['controls', 'work']);
  const { data } = useQuery(WorkAboutDocument, {
    variables: { where: { checkId: ruleId, states: ['open', 'in_progress'] } },
  });
  return data?.workItems.nodes.map((item) => (
    <Group key={item.id} gap="md">
      <TextLink to="/work-items/$workItemId" params={{ workItemId: item.id }}>
        {item.title}
      </TextLink>
      <span>{item.owner?.name ?? t('work:nobody')}</span>
      <DueDay item={item} />
      <WorkState state={item.state} />
      <span>{t('work.about', { fault })}</span>
    </Group>
  ));
}
