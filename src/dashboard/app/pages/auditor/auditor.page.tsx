import { ApolloProvider, useQuery } from '@apollo/client/react';
import { Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Waiting } from '../../parts/answered';
import { described } from '../../parts/described';
import { Facts } from '../../parts/facts';
import { Refused } from '../../parts/refusal';
import { Mark } from '../../shell/mark';
import { createAuditorClient, LinkRefused } from './auditor-session';
import { AuditedCommentsDocument, AuditedFrameworkDocument, type AuditedFrameworkQuery } from './auditor.gql';
import { countStandings } from './controls.rules';
import { Comments } from './comments';
import { ControlList } from './control-list';
import { Exceptions, Reports, ScopeDecisions } from './framework-sections';
import { useAuditorFormat } from './use-auditor-format';

/** Page of an external auditor: one framework and one period, opened by the secret in the fragment of its address. */
export function AuditorPage() {
  const { t } = useTranslation('auditor');
  // The fragment stays in the address: the page can be loaded again, and no request carries it.
  const [secret] = useState(() => window.location.hash.slice(1));
  const client = useMemo(() => createAuditorClient(secret), [secret]);
  return (
    <ApolloProvider client={client}>
      <Stack component="main" gap={32} maw={1080} mx="auto" p="lg">
        <Group gap="xs">
          <Mark />
          <Text fw={600}>Crosswalk</Text>
          <Text c="dimmed">{t('readOnly')}</Text>
        </Group>
        {secret === '' ? <Refused>{t('incomplete')}</Refused> : <Opened />}
      </Stack>
    </ApolloProvider>
  );
}

function Opened() {
  const { t } = useTranslation('auditor');
  const { data, error } = useQuery(AuditedFrameworkDocument);
  const framework = data?.auditedFramework;
  useEffect(() => {
    document.title = `${framework?.framework ?? t('title')} · Crosswalk`;
  }, [framework, t]);
  if (error !== undefined) {
    const { message } = described(error);
    const refusalOf = () => {
      if (error instanceof LinkRefused && error.isWrong) return t('wrong');
      return message === '' ? t('unreachable') : t('refused', { reason: message });
    };
    return (
      <>
        <Title order={1}>{t('title')}</Title>
        <Refused>{refusalOf()}</Refused>
      </>
    );
  }
  return framework ? <Framework framework={framework} /> : <Waiting />;
}

function Framework({ framework }: { framework: AuditedFrameworkQuery['auditedFramework'] }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  const {
    organization,
    label,
    framework: name,
    version,
    from,
    to,
    asOf,
    controls,
    expiresAt,
    recordedFrom,
  } = framework;
  const standings = countStandings(controls).map(({ standing, count }) => t(`standing.${standing}`, { count }));
  return (
    <>
      <div>
        <Title order={1}>{t('heading', { framework: name, organization })}</Title>
        <Text size="lg">
          {t('answer', { count: controls.length, standings: standings.join(', '), when: format.dateTime(asOf) })}
        </Text>
      </div>
      <Facts
        facts={[
          [t('fact.for'), label],
          [t('fact.version'), version],
          [t('fact.period'), `${format.dateTime(from)} – ${format.dateTime(to)} (${format.zone})`],
          ...(recordedFrom !== null && recordedFrom.slice(0, 10) > from.slice(0, 10)
            ? [[t('fact.recorded'), t('fact.recordedFrom', { day: format.date(recordedFrom) })] as const]
            : []),
          [t('fact.ends'), format.date(expiresAt)],
        ]}
      />
      <details>
        <summary>{t('fact.shows')}</summary>
        <Text maw={760}>{t('shows')}</Text>
      </details>
      <Parts framework={framework} />
    </>
  );
}

const PARTS = ['controls', 'exceptions', 'scope', 'reports', 'comments'] as const;
type PartName = (typeof PARTS)[number];

/** The parts of the view, one at a time, each with how many it has. What was typed or unfolded in one stays meanwhile. */
function Parts({ framework }: { framework: AuditedFrameworkQuery['auditedFramework'] }) {
  const { t } = useTranslation('auditor');
  // Asked for here: an effect of a part that is not shown would wait.
  const written = useQuery(AuditedCommentsDocument);
  const [part, setPart] = useState<PartName>('controls');
  const { controls, exceptions, scopeDecisions, reports } = framework;
  const comments = written.data?.auditedComments ?? [];
  const open = comments.filter(({ answer }) => answer === null).length;
  const shown = {
    controls: { count: controls.length, content: <ControlList controls={controls} /> },
    exceptions: { count: exceptions.length, content: <Exceptions exceptions={exceptions} /> },
    scope: { count: scopeDecisions.length, content: <ScopeDecisions decisions={scopeDecisions} /> },
    reports: { count: reports.length, content: <Reports reports={reports} /> },
    comments: { count: comments.length, content: <Comments result={written} /> },
  };
  return (
    <Tabs value={part} onChange={(value) => setPart(PARTS.find((each) => each === value) ?? 'controls')}>
      <Tabs.List mb="lg" aria-label={t('part.list')}>
        {PARTS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`part.${each}`)}{' '}
            <Text span inherit c="dimmed">
              {each === 'comments' && open > 0 ? t('part.open', { count: shown[each].count, open }) : shown[each].count}
            </Text>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {PARTS.map((each) => (
        <Tabs.Panel key={each} value={each}>
          {shown[each].content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
