import { useQuery } from '@apollo/client/react';
import { Code, Stack, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { endsSoon } from '../../parts/exceptions/exceptions.rules';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { Severity } from '../../parts/severity';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import './exceptions.css';
import { DecisiveFindings } from './decisive-findings';
import { ExceptionActions } from './exception-actions';
import { NoExceptions } from './no-exceptions';
import { RequestException } from './request-exception';
import { ExceptionsDocument, type ExceptionsQuery, type ShownExceptionFragment } from './exceptions.gql';

/** Page of exceptions: those to approve, those that wait for others, in force, ended. */
export function ExceptionsPage() {
  const { t } = useTranslation(['exceptions', 'common']);
  const result = useQuery(ExceptionsDocument);
  return (
    <Page
      title={t('common:nav.exceptions')}
      asked={[{ document: ExceptionsDocument }]}
      answer={result.data && (isEmpty(result.data) ? t('empty') : <Answer data={result.data} />)}
      actions={<RequestException />}
    >
      <Answered result={result}>{(data) => <Lists data={data} />}</Answered>
    </Page>
  );
}

function Answer({ data: { proposed, inForce } }: { data: ExceptionsQuery }) {
  const { t } = useTranslation('exceptions');
  const soon = inForce.nodes.filter(
    ({ expiresOn, renewedUntil }) => renewedUntil === null && endsSoon(expiresOn, new Date()),
  ).length;
  const matched = inForce.nodes.filter(({ newMatchCount }) => newMatchCount > 0).length;
  return [
    t('answer.inForce', { count: inForce.totalCount }),
    t('answer.proposed', { count: proposed.totalCount }),
    ...(soon > 0 ? [t('answer.soon', { count: soon })] : []),
    ...(matched > 0 ? [t('answer.matched', { count: matched })] : []),
  ].join('; ');
}

const LISTS = ['toApprove', 'waiting', 'inForce', 'ended'] as const;
type List = (typeof LISTS)[number];

function isEmpty({ proposed, inForce, ended }: ExceptionsQuery): boolean {
  return [proposed, inForce, ended].every(({ totalCount }) => totalCount === 0);
}

/** The exceptions of a list, and how many there are of which they are the first: proposals are one list with those that wait for others. */
function listOf({ proposed, inForce, ended }: ExceptionsQuery, list: List): Listed {
  if (list === 'inForce') return inForce;
  if (list === 'ended') return ended;
  const nodes = proposed.nodes.filter(({ canApprove }) => canApprove === (list === 'toApprove'));
  return { nodes, totalCount: proposed.totalCount > proposed.nodes.length ? proposed.totalCount : nodes.length };
}

interface Listed {
  nodes: readonly ShownExceptionFragment[];
  totalCount: number;
}

function Lists({ data }: { data: ExceptionsQuery }) {
  const { t } = useTranslation('exceptions');
  const hash = useRouterState({ select: ({ location }) => location.hash });
  // Mails name an exception by its id; it is there once the lists are.
  useEffect(() => document.getElementById(hash)?.scrollIntoView({ block: 'center' }), [hash]);
  if (isEmpty(data)) {
    return (
      <Stack gap={32}>
        <NoExceptions />
        <DecisiveFindings />
      </Stack>
    );
  }
  return (
    <Stack gap={32}>
      {LISTS.map((list) => ({ list, ...listOf(data, list) }))
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ list, nodes, totalCount }) => (
          <Section key={list} title={`${t(`list.${list}`)} (${totalCount})`}>
            {totalCount > nodes.length && (
              <Text c="dimmed">{t('first', { count: nodes.length, total: totalCount })}</Text>
            )}
            <ExceptionTable list={list} exceptions={nodes} />
          </Section>
        ))}
      <details>
        <summary>{t('how')}</summary>
        <NoExceptions />
      </details>
    </Stack>
  );
}

function ExceptionTable({ list, exceptions }: { list: List; exceptions: readonly ShownExceptionFragment[] }) {
  const { t } = useTranslation(['exceptions', 'findings']);
  const columns: readonly Column<ShownExceptionFragment>[] = [
    {
      key: 'severity',
      header: t('findings:column.severity'),
      cell: ({ check }) => check && <Severity severity={check.severity} isCalm={list === 'ended'} />,
    },
    { key: 'what', header: t('column.what'), cell: (exception) => <What exception={exception} /> },
    { key: 'reason', header: t('column.reason'), cell: (exception) => <Reason exception={exception} /> },
    { key: 'people', header: t('column.people'), cell: (exception) => <People exception={exception} /> },
    {
      key: 'until',
      header: t('column.until'),
      cell: (exception) => (
        <>
          <LastDay day={exception.expiresOn} />
          {exception.status !== 'proposed' && <State exception={exception} />}
        </>
      ),
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (exception) => <ExceptionActions exception={exception} />,
    },
  ];
  return (
    <div className="exception-list">
      <DataTable label={t(`list.${list}`)} columns={columns} rows={exceptions} rowKey={({ id }) => id} />
    </div>
  );
}

/** What is wrong, on which resource, and how many controls that concerns. */
function What({ exception }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation('exceptions');
  const { id, fault, resource, namedResource, resourceCount, isPattern, controls } = exception;
  return (
    <div className="exception-what">
      <Text id={id} fw={500}>
        {fault}
      </Text>
      {namedResource === null ? (
        <Code fz="xs" bg="transparent" p={0}>
          {resource}
        </Code>
      ) : (
        <TextLink to="/resources/$resourceId" params={{ resourceId: namedResource.id }} size="sm" title={resource}>
          {namedResource.name ?? resource}
        </TextLink>
      )}
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
    </div>
  );
}

function LastDay({ day }: { day: string }) {
  const format = useFormat();
  return <Text style={{ whiteSpace: 'nowrap' }}>{format.day(day)}</Text>;
}

/** Why the risk is accepted, and what limits it meanwhile. */
function Reason({ exception: { reason, note, compensatingMeasure } }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation('exceptions');
  return (
    <>
      <Text style={{ overflowWrap: 'anywhere' }}>{reason}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('measure', { measure: compensatingMeasure ?? t('noMeasure') })}
      </Text>
      {note !== null && (
        <Text size="xs" c="dimmed">
          {t('note', { note })}
        </Text>
      )}
    </>
  );
}

/** Who asked for it and who decided, each with the moment. */
function People({ exception }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation('exceptions');
  const format = useFormat();
  const { status, proposedBy, proposedAt, decidedBy, decidedAt, owner } = exception;
  const unknown = t('nobody');
  const decided = { name: decidedBy?.name ?? unknown };
  return (
    <Text component="div">
      <div>{t('people.proposed', { name: proposedBy?.name ?? unknown })}</div>
      <Text size="xs" c="dimmed">
        {format.dateTime(proposedAt)}
      </Text>
      {decidedAt !== null && (
        <>
          <div>{t(status === 'rejected' ? 'people.rejected' : 'people.approved', decided)}</div>
          <Text size="xs" c="dimmed">
            {format.dateTime(decidedAt)}
          </Text>
        </>
      )}
      {owner?.id !== proposedBy?.id && <div>{t('people.owner', { name: owner?.name ?? unknown })}</div>}
    </Text>
  );
}

function State({
  exception: { status, expiresOn, renewedUntil, newMatchCount },
}: {
  exception: ShownExceptionFragment;
}) {
  const { t } = useTranslation('exceptions');
  const format = useFormat();
  if (status !== 'approved') {
    return <StateWord tone={status === 'proposed' ? 'waiting' : 'ended'} word={t(`state.${status}`)} />;
  }
  if (renewedUntil !== null) {
    return <StateWord tone="good" word={t('state.renewed', { day: format.day(renewedUntil) })} />;
  }
  const isEnding = endsSoon(expiresOn, new Date());
  return (
    <>
      <StateWord tone={isEnding ? 'waiting' : 'good'} word={t(isEnding ? 'state.ending' : 'state.approved')} />
      {newMatchCount > 0 && <StateWord tone="bad" word={t('state.matched', { count: newMatchCount })} />}
    </>
  );
}
