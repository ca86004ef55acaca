import { useQuery } from '@apollo/client/react';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../section';
import { TextLink } from '../text-link';
import { Assign, type WorkSubject } from './assign';
import { WorkAboutDocument } from './work-changes.gql';
import { TicketLink } from './ticket-link';
import { DueDay, WorkState } from './work-state';

interface WorkAboutProps {
  subject: WorkSubject;
  title: string;
  /** Whether the button stands here. @default true; else the page has it */
  hasButton?: boolean;
  /** Where there is none. @default that nobody works on it */
  none?: string;
  /** Whether nothing is said where there is none. @default false */
  isQuiet?: boolean;
  /** Work about what belongs to it. */
  children?: ReactNode;
}

/** Unfinished work about something, and the button that adds to it. Nothing while it is read. */
export function WorkAbout({ subject, title, hasButton = true, none, isQuiet = false, children }: WorkAboutProps) {
  const { t } = useTranslation('work');
  const where = { ...subject, states: ['open', 'in_progress'] as const };
  const { data } = useQuery(WorkAboutDocument, { variables: { where: { ...where, states: [...where.states] } } });
  const found = data?.workItems;
  if (isQuiet && !found?.totalCount) return null;
  return (
    <Section title={t('about.title')} aside={hasButton && <Assign subject={subject} title={title} size="compact-sm" />}>
      {found?.totalCount === 0 && <Text c="dimmed">{none ?? t('about.none')}</Text>}
      {found?.nodes.map((item) => (
        <Group key={item.id} gap="md">
          <TextLink to="/work-items/$workItemId" params={{ workItemId: item.id }}>
            {item.title}
          </TextLink>
          <Text>{item.owner?.name ?? t('nobody')}</Text>
          <DueDay item={item} />
          <WorkState state={item.state} />
          {item.tickets.map((ticket) => (
            <TicketLink key={ticket.id} ticket={ticket} />
          ))}
        </Group>
      ))}
      {found && found.totalCount > found.nodes.length && (
        <Text c="dimmed">{t('about.more', { count: found.totalCount - found.nodes.length })}</Text>
      )}
      {children}
    </Section>
  );
}
