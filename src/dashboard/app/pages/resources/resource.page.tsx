import '../../parts/row-list.css';
import { skipToken, useQuery } from '@apollo/client/react';
import { Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Configuration } from '../../parts/configuration';
import { DataTable, type Column } from '../../parts/data-table';
import type { Proposal } from '../../parts/exceptions/acceptance';
import { Facts } from '../../parts/facts';
import { headingOf } from '../../parts/finding-heading';
import { FindingStatus } from '../../parts/finding-status';
import { useFormat } from '../../parts/format';
import { NamedControls } from '../../parts/named-controls';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { useTypeName } from '../../parts/type-name';
import { WithRail } from '../../parts/with-rail';
import { AcceptanceOfFinding, FindingActions } from '../../parts/findings/finding-actions';
import { OwnerOf } from '../../parts/work-items/owner-of';
import { OnHold } from '../../parts/findings/on-hold';
import { Seen } from '../../parts/findings/seen';
import './resources.css';
import { severitiesOf } from './resources.rules';
import { NamesakesDocument, ResourcePageDocument, type ResourcePageQuery } from './resources.gql';

type Resource = ResourcePageQuery['resource'];

interface ShownProps {
  resource: Resource;
  proposals: readonly Proposal[];
}

/** Page of a resource: what checks say of it, and which controls fail because of it. */
export function ResourcePage() {
  const { t } = useTranslation(['findings', 'common']);
  const { resourceId: id } = useParams({ from: '/frame/resources/$resourceId' });
  const variables = { id };
  const result = useQuery(ResourcePageDocument, { variables });
  const resource = result.data?.resource;
  return (
    <Page
      thing={{ kind: 'resource', id, result }}
      title={resource?.name ?? resource?.resourceId ?? t('common:nav.resources')}
      up={<TextLink to="/resources">{t('resource.all')}</TextLink>}
      answer={resource && <Answer resource={resource} />}
      asked={[{ document: ResourcePageDocument, variables }]}
    >
      <Answered result={result}>
        {({ resource: shown, proposals }) => <Shown resource={shown} proposals={proposals.nodes} />}
      </Answered>
    </Page>
  );
}

function Answer({ resource: { findings, verdicts } }: { resource: Resource }) {
  const { t } = useTranslation('findings');
  if (verdicts.total === 0) return t('resource.unseen');
  if (verdicts.passing === verdicts.total) return t('resource.allPass', { count: verdicts.total });
  const accepted = verdicts.accepted > 0 ? ` · ${t('answer.accepted', { count: verdicts.accepted })}` : '';
  if (verdicts.failing === 0) return t('resource.none') + accepted;
  const grave = severitiesOf(findings, verdicts);
  return (
    t('resource.answer', { count: verdicts.failing }) +
    (grave === null
      ? ''
      : `: ${grave.map(([severity, count]) => t(`resource.of.${severity}`, { count })).join(', ')}`) +
    accepted
  );
}

function Shown({ resource, proposals }: ShownProps) {
  const { t } = useTranslation('findings');
  const { findings, failingControls, verdicts } = resource;
  // What does not fail stands behind what does.
  const failing = findings.filter(({ status }) => status === 'fail');
  const [first, rest] =
    failing.length === 0 ? [findings, []] : [failing, findings.filter(({ status }) => status !== 'fail')];
  return (
    <WithRail label={t('finding.facts')} rail={<ResourceFacts resource={resource} />}>
      {findings.length > 0 && (
        <Section title={t('resource.findings')}>
          {findings.length < verdicts.total && (
            <Text c="dimmed">{t('resource.first', { count: findings.length, total: verdicts.total })}</Text>
          )}
          <FindingsOfResource label={t('resource.findings')} {...{ resource, proposals }} findings={first} />
          {rest.length > 0 && (
            <details>
              <summary>{t('resource.rest', { count: rest.length })}</summary>
              <FindingsOfResource
                label={t('resource.rest', { count: rest.length })}
                {...{ resource, proposals }}
                findings={rest}
              />
            </details>
          )}
        </Section>
      )}
      {failing.some(({ exception }) => exception === null) && (
        <Section title={t('resource.controls')}>
          <Text c="dimmed" maw={720}>
            {failingControls.length === 0 && `${t('resource.noControls')} `}
            {t('resource.whyFew')}
          </Text>
          {failingControls.length > 0 && <NamedControls label={t('resource.controls')} controls={failingControls} />}
        </Section>
      )}
      <Namesakes resource={resource} />
      <div id="configuration">
        <ConfigurationOf resource={resource} />
      </div>
    </WithRail>
  );
}

/** Failing resources that have the name of this one in theirs, as the volumes of a machine: what passes here says nothing of them. */
function Namesakes({ resource: { id, name } }: { resource: Resource }) {
  const { t } = useTranslation('findings');
  const { data } = useQuery(NamesakesDocument, name === null ? skipToken : { variables: { name } });
  const others = (data?.resources.nodes ?? []).filter((each) => each.id !== id);
  if (others.length === 0) return null;
  return (
    <Section title={t('resource.namesakes')}>
      <ul className="row-list links">
        {others.map(({ id: other, name: named, resourceId, verdicts }) => (
          <li key={other}>
            <TextLink to="/resources/$resourceId" params={{ resourceId: other }} fw={500}>
              {named ?? resourceId}
            </TextLink>
            <Text size="sm">{t('resource.answer', { count: verdicts.failing })}</Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What the last scan read of the resource, and which properties what fails on it has read. */
function ConfigurationOf({ resource: { id, findings } }: { resource: Resource }) {
  const { t } = useTranslation('findings');
  const failing = findings.filter(({ status, exception }) => status === 'fail' && exception === null);
  const by = (name: string) => failing.filter(({ check }) => check.reads.includes(name));
  return (
    <Configuration
      title={t('resource.configuration')}
      resourceId={id}
      none={t('resource.notRead')}
      isFolded={failing.length === 0}
      {...(failing.length > 0 && {
        notes: {
          header: t('resource.readBy'),
          of: (name: string) =>
            by(name).map((finding) => (
              <TextLink key={finding.id} to="/findings/$findingId" params={{ findingId: finding.id }} size="sm">
                {headingOf(finding)}
              </TextLink>
            )),
        },
      })}
    />
  );
}

function ResourceFacts({ resource }: { resource: Resource }) {
  const { t } = useTranslation('findings');
  const typeName = useTypeName();
  const format = useFormat();
  const { resourceId, type, region, account, integration, firstSeenAt, lastSeenAt } = resource;
  const known = (name: string, value: string | null) => (value === null ? [] : [[name, value] as const]);
  return (
    <Facts
      facts={[
        [t('resource.id'), <CopiedId key="id" id={resourceId} />],
        ...known(t('resource.type'), type === null ? null : typeName(type)),
        ...known(t('resource.account'), account),
        ...known(t('resource.region'), region),
        [t('finding.integration'), integration.name],
        [t('resource.firstSeen'), format.dateTime(firstSeenAt)],
        ...(lastSeenAt === null ? [] : [[t('resource.lastSeen'), format.dateTime(lastSeenAt)] as const]),
      ]}
    />
  );
}

interface FindingsProps extends ShownProps {
  label: string;
  findings: Resource['findings'];
}

/** Findings of a resource. Where all fail and none is accepted, no column repeats it; where none fails, nobody owns a repair. */
function FindingsOfResource({ label, resource, proposals, findings }: FindingsProps) {
  const { t } = useTranslation('findings');
  const isPlain = findings.every(({ status, exception }) => status === 'fail' && exception === null);
  const columns: readonly Column<Resource['findings'][number]>[] = [
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status, exception }) => <FindingStatus status={status} isAccepted={exception !== null} />,
    },
    {
      key: 'severity',
      header: t('column.severity'),
      cell: ({ severity, status, exception }) =>
        status === 'fail' && <Severity severity={severity} isCalm={exception !== null} />,
    },
    {
      key: 'finding',
      header: t('column.finding'),
      cell: (finding) => (
        <div style={{ minWidth: 220 }}>
          <TextLink to="/findings/$findingId" params={{ findingId: finding.id }} size="sm" fw={500}>
            {headingOf(finding)}
          </TextLink>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {finding.summary}
          </Text>
          <OnHold finding={finding} />
          <AcceptanceOfFinding
            finding={{ ...finding, ...ofResource(resource) }}
            proposals={proposals}
            isAcceptedShown
          />
        </div>
      ),
    },
    { key: 'since', header: t('column.since'), cell: (finding) => <Seen finding={finding} /> },
    {
      key: 'owner',
      header: t('column.owner'),
      cell: ({ status, workItem, check }) => status === 'fail' && <OwnerOf work={workItem ?? check.workItem} />,
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (finding) => <FindingActions finding={{ ...finding, ...ofResource(resource) }} proposals={proposals} />,
    },
  ];
  return (
    <DataTable
      label={label}
      rows={findings}
      rowKey={({ id }) => id}
      columns={columns.filter(
        ({ key }) =>
          !(key === 'status' && isPlain) &&
          !(key === 'severity' && findings.every(({ status }) => status !== 'fail')) &&
          !(key === 'owner' && findings.every(({ status }) => status !== 'fail')),
      )}
    />
  );
}

function CopiedId({ id }: { id: string }) {
  const { t } = useTranslation('common');
  return (
    <Group gap="xs" wrap="nowrap">
      <Code bg="transparent" p={0}>
        {id}
      </Code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-xs" flex="none" onClick={copy}>
            {t(copied ? 'action.copied' : 'action.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

/** What the findings of a resource have in common. */
function ofResource({ resourceId, name, integration }: Resource) {
  return { resourceId, resource: { name }, integration };
}
