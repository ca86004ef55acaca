import { useMutation, useQuery } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { RecordsBeginDocument, RevokeAuditorLinkDocument, type AuditorLinksQuery } from './auditor-links.gql';
import { ExtendLink } from './extend-link';
import { inForceFirst, isInForce, recordsAfter } from './link-form.rules';

type Link = AuditorLinksQuery['auditorLinks'][number];

/** Table of links, those in force first. */
export function LinkTable({ links }: { links: readonly Link[] }) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  const now = new Date();
  const columns: readonly Column<Link>[] = [
    { key: 'label', header: t('column.label'), cell: (link) => <Name link={link} /> },
    { key: 'framework', header: t('column.framework'), cell: ({ framework }) => framework },
    {
      key: 'period',
      header: t('column.period'),
      cell: (link) => <Period link={link} />,
    },
    { key: 'waiting', header: t('column.waiting'), cell: (link) => <Waiting link={link} /> },
    { key: 'used', header: t('column.used'), cell: (link) => <LastView link={link} /> },
    {
      key: 'expires',
      header: t('column.expires'),
      cell: (link) => (
        <Stack gap={0}>
          <span style={{ whiteSpace: 'nowrap' }}>{format.date(link.expiresAt)}</span>
          {isInForce(link, now) && (
            <Text size="xs" c="dimmed">
              {format.relative(link.expiresAt)}
            </Text>
          )}
        </Stack>
      ),
    },
    { key: 'state', header: t('column.state'), cell: (link) => <State link={link} /> },
    {
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (link) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <ExtendLink link={link} />
          <Revoke link={link} />
        </Group>
      ),
    },
  ];
  const rows = inForceFirst(links, now);
  return (
    <Stack gap="sm">
      <DataTable label={t('links.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <Text size="xs" c="dimmed">
        {t('links.once')}
      </Text>
    </Stack>
  );
}

/** For whom it is, and who made it when. */
function Name({ link: { label, createdBy, createdAt } }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  const day = format.date(createdAt);
  return (
    <div>
      <Text inherit fw={500}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {createdBy ? t('links.madeBy', { name: createdBy.name, day }) : t('links.made', { day })}
      </Text>
    </div>
  );
}

/** The period, and from when there is data where that is within it. */
function Period({ link: { from, to } }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  const { data } = useQuery(RecordsBeginDocument);
  const first = recordsAfter(from.slice(0, 10), data?.organization.recordedFrom ?? null);
  return (
    <Stack gap={0}>
      {`${format.date(from)} – ${format.date(to)}`}
      {first !== null && (
        <Text size="xs" c="dimmed">
          {t('links.dataFrom', { day: format.day(first) })}
        </Text>
      )}
    </Stack>
  );
}

/** How many comments and requests wait, with the way to them. */
function Waiting({ link: { id, label, waitingComments: count } }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  if (count === 0) return t('waitingNone');
  return (
    <TextLink
      to="/settings/auditors"
      search={{ link: id }}
      hash={COMMENTS}
      aria-label={t('waitingOf', { count, label })}
      style={{ whiteSpace: 'nowrap' }}
    >
      {t('waiting', { count })}
    </TextLink>
  );
}

/** Id of the part of the page that has comments and requests. */
export const COMMENTS = 'comments';

function LastView({ link: { id, lastUsedAt } }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  if (lastUsedAt === null) return t('never');
  return (
    <Stack gap={0}>
      <time dateTime={lastUsedAt} title={format.dateTime(lastUsedAt)}>
        {format.relative(lastUsedAt)}
      </time>
      {/* Each view, download and comment by it is an entry of the trail. */}
      <TextLink to="/audit" search={{ resourceType: 'auditor_link', resourceId: id }} size="xs">
        {t('opened')}
      </TextLink>
    </Stack>
  );
}

function State({ link }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  if (isInForce(link, new Date())) return <StateWord tone="good" word={t('state.active')} />;
  return <StateWord tone="ended" word={t(link.revokedAt === null ? 'state.expired' : 'state.revoked')} />;
}

function Revoke({ link }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  const [revoke] = useMutation(RevokeAuditorLinkDocument);
  const { id, label } = link;
  if (!isInForce(link, new Date())) return null;
  return (
    <ConfirmedAction
      isDestructive
      action={t('revoke.action')}
      label={t('revoke.of', { label })}
      size="compact-sm"
      onConfirm={() => revoke({ variables: { id } })}
    >
      {t('revoke.explanation')}
    </ConfirmedAction>
  );
}
