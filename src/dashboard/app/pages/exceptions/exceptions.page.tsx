import { useQuery } from '@apollo/client/react';
import { Button, Code, Stack, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { endsSoon } from '../../parts/exceptions/exceptions.rules';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import { ExceptionActions } from './exception-actions';
import { NoExceptions } from './no-exceptions';
import { ExceptionsDocument, type ExceptionsQuery, type ShownExceptionFragment } from './exceptions.gql';

/** Page of exceptions: those to approve, in force, ended. */
export function ExceptionsPage() {
  const { t } = useTranslation(['exceptions', 'common']);
  const result = useQuery(ExceptionsDocument);
  return (
    <Page
      title={t('common:nav.exceptions')}
      asked={[{ document: ExceptionsDocument }]}
      answer={result.data && (isEmpty(result.data) ? t('empty') : <Answer data={result.data} />)}
      actions={
        <Button component={Link} to="/findings">
          {t('toFindings')}
        </Button>
      }
    >
      <Answered result={result}>{(data) => <Lists data={data} />}</Answered>
    </Page>
  );
}

function Answer({ data: { proposed, inForce } }: { data: ExceptionsQuery }) {
  const { t } = useTranslation('exceptions');
  const soon = inForce.nodes.filter(({ expiresOn }) => endsSoon(expiresOn, new Date())).length;
  const matched = inForce.nodes.filter(({ newMatchCount }) => newMatchCount > 0).length;
  return [
    t('answer.inForce', { count: inForce.totalCount }),
    t('answer.proposed', { count: proposed.totalCount }),
    ...(soon > 0 ? [t('answer.soon', { count: soon })] : []),
    ...(matched > 0 ? [t('answer.matched', { count: matched })] : []),
  ].join('; ');
}

const LISTS = ['proposed', 'inForce', 'ended'] as const;

function isEmpty(data: ExceptionsQuery): boolean {
  return LISTS.every((list) => data[list].totalCount === 0);
}

function Lists({ data }: { data: ExceptionsQuery }) {
  const { t } = useTranslation('exceptions');
  const hash = useRouterState({ select: ({ location }) => location.hash });
  // Mails name an exception by its id; it is there once the lists are.
  useEffect(() => document.getElementById(hash)?.scrollIntoView({ block: 'center' }), [hash]);
  if (isEmpty(data)) return <NoExceptions />;
  return (
    <Stack gap={32}>
      {LISTS.filter((list) => data[list].totalCount > 0).map((list) => (
        <Section key={list} title={t(`list.${list}`)}>
          {data[list].totalCount > data[list].nodes.length && (
            <Text c="dimmed">{t('first', { count: data[list].nodes.length, total: data[list].totalCount })}</Text>
          )}
          <ExceptionTable label={t(`list.${list}`)} exceptions={data[list].nodes} />
        </Section>
      ))}
    </Stack>
  );
}

function ExceptionTable({ label, exceptions }: { label: string; exceptions: readonly ShownExceptionFragment[] }) {
  const { t } = useTranslation('exceptions');
  const columns: readonly Column<ShownExceptionFragment>[] = [
    {
      key: 'what',
      header: t('column.what'),
      cell: ({ id, title, resource, resourceCount, isPattern, controls }) => (
        <>
          <Text id={id} fw={500} miw={200} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Code fz="xs" bg="transparent" p={0} style={{ overflowWrap: 'anywhere' }}>
            {resource}
          </Code>
          {isPattern && resourceCount > 0 && (
            <Text size="xs" c="dimmed">
              {t('resources', { count: resourceCount })}
            </Text>
          )}
          {controls.length > 0 && (
            <Text size="xs" c="dimmed" title={controls.map(({ controlId }) => controlId).join(', ')}>
              {t('controls', { count: controls.length })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'reason', header: t('column.reason'), cell: (exception) => <Reason exception={exception} /> },
    { key: 'people', header: t('column.people'), cell: (exception) => <People exception={exception} /> },
    { key: 'until', header: t('column.until'), cell: ({ expiresOn }) => <LastDay day={expiresOn} /> },
    { key: 'state', header: t('column.state'), cell: (exception) => <State exception={exception} /> },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (exception) => <ExceptionActions exception={exception} />,
    },
  ];
  return <DataTable label={label} columns={columns} rows={exceptions} rowKey={({ id }) => id} />;
}

function LastDay({ day }: { day: string }) {
  const format = useFormat();
  return <span style={{ whiteSpace: 'nowrap' }}>{format.day(day)}</span>;
}

function Reason({ exception: { reason, compensatingMeasure, note } }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation('exceptions');
  return (
    <>
      <Text miw={160} style={{ overflowWrap: 'anywhere' }}>
        {reason}
      </Text>
      {compensatingMeasure !== null && (
        <Text size="xs" c="dimmed">
          {t('measure', { measure: compensatingMeasure })}
        </Text>
      )}
      {note !== null && (
        <Text size="xs" c="dimmed">
          {t('note', { note })}
        </Text>
      )}
    </>
  );
}

function People({ exception: { status, proposedBy, decidedBy, owner } }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation('exceptions');
  const unknown = t('nobody');
  return (
    <Text component="div" miw={180}>
      <div>{t('people.proposed', { name: proposedBy?.name ?? unknown })}</div>
      {decidedBy && (
        <div>{t(status === 'rejected' ? 'people.rejected' : 'people.approved', { name: decidedBy.name })}</div>
      )}
      <div>{t('people.owner', { name: owner?.name ?? unknown })}</div>
    </Text>
  );
}

function State({ exception: { status, expiresOn, newMatchCount } }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation('exceptions');
  if (status !== 'approved') {
    return <StateWord tone={status === 'proposed' ? 'waiting' : 'ended'} word={t(`state.${status}`)} />;
  }
  const isEnding = endsSoon(expiresOn, new Date());
  return (
    <>
      <StateWord tone={isEnding ? 'waiting' : 'good'} word={t(isEnding ? 'state.ending' : 'state.approved')} />
      {newMatchCount > 0 && <StateWord tone="bad" word={t('state.matched', { count: newMatchCount })} />}
    </>
  );
}
