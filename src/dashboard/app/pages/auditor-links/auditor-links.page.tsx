import { skipToken, useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { Comments } from './comments';
import { CreateLink } from './create-link';
import { COMMENTS, LinkTable } from './link-table';
import { NoLinks } from './no-links';
import { AuditorCommentsDocument, AuditorLinksDocument, type MembersAuditorCommentFragment } from './auditor-links.gql';

/** Page of links for external auditors, and of what they say and ask. Members see the second alone. */
export function AuditorLinksPage() {
  const { t } = useTranslation('auditor-links');
  const may = useMay();
  const isAdmin = may('auditorLinks');
  const comments = useQuery(AuditorCommentsDocument);
  const links = useQuery(AuditorLinksDocument, isAdmin ? {} : skipToken);
  const isUnused = links.data?.auditorLinks.length === 0 && comments.data?.auditorComments.length === 0;
  return (
    <Page
      column={isUnused ? 'settings' : undefined}
      title={t('title')}
      answer={
        comments.data && (
          <Answer waiting={comments.data.auditorComments.filter(({ answer }) => answer === null).length} />
        )
      }
      asked={[{ document: AuditorCommentsDocument }, ...(isAdmin ? [{ document: AuditorLinksDocument }] : [])]}
      actions={may('createAuditorLink') && <CreateLink />}
    >
      {isUnused ? (
        <NoLinks />
      ) : (
        <Stack gap={32}>
          {isAdmin && (
            <Section title={t('links.title')}>
              <Answered result={links}>
                {({ auditorLinks }) =>
                  auditorLinks.length === 0 ? (
                    <Text c="dimmed">{t('links.empty')}</Text>
                  ) : (
                    <LinkTable links={auditorLinks} />
                  )
                }
              </Answered>
            </Section>
          )}
          <div id={COMMENTS}>
            <Answered result={comments}>{({ auditorComments }) => <CommentsOf comments={auditorComments} />}</Answered>
          </div>
        </Stack>
      )}
    </Page>
  );
}

function Answer({ waiting }: { waiting: number }) {
  const { t } = useTranslation('auditor-links');
  return waiting > 0 ? t('answer', { count: waiting }) : t('links.explanation');
}

/** Comments of all links, or of that in the address. */
function CommentsOf({ comments }: { comments: readonly MembersAuditorCommentFragment[] }) {
  const { t } = useTranslation('auditor-links');
  const { link } = useSearch({ from: '/frame/settings/auditors' });
  const shown = link === undefined ? comments : comments.filter(({ auditorLinkId }) => auditorLinkId === link);
  return (
    <Section
      title={t('comments.title')}
      aside={
        link !== undefined && (
          <Text c="dimmed">
            {t('comments.of', { label: shown[0]?.author ?? '–' })}{' '}
            <TextLink to="/settings/auditors" search={{}}>
              {t('comments.all')}
            </TextLink>
          </Text>
        )
      }
    >
      <Comments comments={shown} />
    </Section>
  );
}
