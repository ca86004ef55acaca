import { useMutation, useQuery } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { Comments } from './comments';
import { CreateLink } from './create-link';
import { ExtendLink } from './extend-link';
import {
  AuditorCommentsDocument,
  AuditorLinksDocument,
  RevokeAuditorLinkDocument,
  type AuditorLinksQuery,
} from './auditor-links.gql';

type Link = AuditorLinksQuery['auditorLinks'][number];

/** Page of links for external auditors, and of what they say and ask. Members see the second alone. */
export function AuditorLinksPage() {
  const { t } = useTranslation(['auditor-links', 'common']);
  const may = useMay();
  const comments = useQuery(AuditorCommentsDocument);
  const isAdmin = may('auditorLinks');
  return (
    <Page
      title={t('title')}
      answer={
        comments.data && (
          <Answer waiting={comments.data.auditorComments.filter(({ answer }) => answer === null).length} />
        )
      }
      asked={[{ document: AuditorCommentsDocument }, ...(isAdmin ? [{ document: AuditorLinksDocument }] : [])]}
      actions={may('createAuditorLink') && <CreateLink />}
    >
      <Stack gap={32}>
        {isAdmin && <Links />}
        <Section title={t('comments.title')}>
          <Answered result={comments}>{({ auditorComments }) => <Comments comments={auditorComments} />}</Answered>
        </Section>
      </Stack>
    </Page>
  );
}

function Answer({ waiting }: { waiting: number }) {
  const { t } = useTranslation('auditor-links');
  return waiting > 0 ? t('answer', { count: waiting }) : t('links.explanation');
}

function Links() {
  const { t } = useTranslation('auditor-links');
  const result = useQuery(AuditorLinksDocument);
  return (
    <Section title={t('links.title')}>
      <Answered result={result}>
        {({ auditorLinks }) =>
          auditorLinks.length === 0 ? (
            <Text c="dimmed" maw={760}>
              {t('links.empty')}
            </Text>
          ) : (
            <LinkTable links={auditorLinks} />
          )
        }
      </Answered>
    </Section>
  );
}

function LinkTable({ links }: { links: readonly Link[] }) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  const columns: readonly Column<Link>[] = [
    { key: 'label', header: t('column.label'), cell: ({ label }) => <Text fw={500}>{label}</Text> },
    { key: 'framework', header: t('column.framework'), cell: ({ framework }) => framework },
    {
      key: 'period',
      header: t('column.period'),
      cell: ({ from, to }) => `${format.date(from)} – ${format.date(to)}`,
    },
    { key: 'expires', header: t('column.expires'), cell: ({ expiresAt }) => format.date(expiresAt) },
    {
      key: 'used',
      header: t('column.used'),
      cell: ({ id, lastUsedAt }) =>
        lastUsedAt === null ? (
          t('never')
        ) : (
          <>
            <div>{format.dateTime(lastUsedAt)}</div>
            {/* Each view, download and comment by it is an entry of the trail. */}
            <TextLink to="/audit" search={{ resourceType: 'auditor_link', resourceId: id }} size="xs">
              {t('opened')}
            </TextLink>
          </>
        ),
    },
    { key: 'state', header: t('column.state'), cell: (link) => <State link={link} /> },
    {
      key: 'actions',
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
  return <DataTable label={t('links.title')} columns={columns} rows={links} rowKey={({ id }) => id} />;
}

function isInForce({ revokedAt, expiresAt }: Link): boolean {
  return revokedAt === null && new Date(expiresAt) > new Date();
}

function State({ link }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  if (isInForce(link)) return <StateWord tone="good" word={t('state.active')} />;
  return <StateWord tone="ended" word={t(link.revokedAt === null ? 'state.expired' : 'state.revoked')} />;
}

function Revoke({ link }: { link: Link }) {
  const { t } = useTranslation('auditor-links');
  const [revoke] = useMutation(RevokeAuditorLinkDocument);
  const { id, label } = link;
  if (!isInForce(link)) return null;
  return (
    <ConfirmedAction
      action={t('revoke.action')}
      label={t('revoke.of', { label })}
      size="compact-sm"
      onConfirm={() => revoke({ variables: { id } })}
    >
      {t('revoke.explanation')}
    </ConfirmedAction>
  );
}
