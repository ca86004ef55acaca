import { useQuery } from '@apollo/client/react';
import { Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Section } from '../../parts/section';
import { AuditedCommentsDocument, type AuditorsCommentFragment } from './auditor.gql';
import { CommentForm } from './comment-form';
import { useAuditorFormat } from './use-auditor-format';

/** Id of the part of the page that has them. */
export const COMMENTS = 'comments';

/** What the auditor said and asked by this link, with the answers, and a form about the framework as a whole. */
export function Comments() {
  const { t } = useTranslation('auditor');
  const result = useQuery(AuditedCommentsDocument);
  return (
    <div id={COMMENTS}>
      <Section title={t('comment.title')}>
        <Answered result={result}>
          {({ auditedComments: comments }) => (
            <Stack gap="md" maw={760}>
              {comments.length === 0 && <Text c="dimmed">{t('comment.none')}</Text>}
              {comments.map((comment) => (
                <Written key={comment.id} comment={comment} />
              ))}
            </Stack>
          )}
        </Answered>
        <CommentForm />
      </Section>
    </div>
  );
}

function Written({ comment }: { comment: AuditorsCommentFragment }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  const { controlCode, kind, text, createdAt, answer, answeredBy, answeredAt } = comment;
  return (
    <Paper withBorder p="md" component="article" aria-label={`${t(`kind.${kind}`)} ${controlCode ?? ''}`.trim()}>
      <Stack gap="xs">
        <Text c="dimmed">
          {[t(`kind.${kind}`), controlCode, format.dateTime(createdAt)].filter(Boolean).join(' · ')}
        </Text>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
        {answer === null ? (
          <Text c="dimmed">{t('comment.unanswered')}</Text>
        ) : (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <Text span fw={600}>
              {[answeredBy, answeredAt && format.dateTime(answeredAt)].filter(Boolean).join(', ')}:
            </Text>{' '}
            {answer}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
