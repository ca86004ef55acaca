import '../../parts/auditor-answer.css';
import { useApolloClient } from '@apollo/client/react';
import { Code, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import { AuditedAnswerFileDocument, type AuditedCommentsQuery, type AuditorsCommentFragment } from './auditor.gql';
import { CommentForm } from './comment-form';
import { Download } from './files';
import { useAuditorFormat } from './use-auditor-format';

interface CommentsProps {
  result: { data?: AuditedCommentsQuery | undefined; error?: unknown; refetch: () => unknown };
}

/** What the auditor said and asked by this link, with the answers, and a form about the framework as a whole. */
export function Comments({ result }: CommentsProps) {
  const { t } = useTranslation('auditor');
  return (
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
  );
}

function Written({ comment }: { comment: AuditorsCommentFragment }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  const { controlCode, controlTitle, kind, text, createdAt, answer, answeredBy, answeredAt } = comment;
  return (
    <Paper withBorder p="md" component="article" aria-label={`${t(`kind.${kind}`)} ${controlCode ?? ''}`.trim()}>
      <Stack gap="xs">
        <Stack gap={2}>
          <Text fw={500}>{controlCode === null ? t('comment.wholeOf') : `${controlCode} ${controlTitle ?? ''}`}</Text>
          <Text size="xs" c="dimmed">
            {t(`kind.${kind}`)} · {format.dateTime(createdAt)}
          </Text>
        </Stack>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
        {answer === null ? (
          <StateWord tone="waiting" word={t('comment.unanswered')} />
        ) : (
          <div className="auditor-answer">
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{answer}</Text>
            <Attached comment={comment} />
            <Text size="xs" c="dimmed">
              {[answeredBy, answeredAt && format.dateTime(answeredAt)].filter(Boolean).join(' · ')}
            </Text>
          </div>
        )}
      </Stack>
    </Paper>
  );
}

/** Files that the answer names, each with its hash. */
function Attached({ comment: { id: commentId, evidence } }: { comment: AuditorsCommentFragment }) {
  const { t } = useTranslation('auditor');
  const client = useApolloClient();
  const format = useAuditorFormat();
  if (evidence.length === 0) return null;
  const urlOf = async (id: string) => {
    const variables = { commentId, id };
    const { data } = await client.query({ query: AuditedAnswerFileDocument, variables, fetchPolicy: 'no-cache' });
    return data?.auditedAnswerFile.url;
  };
  return (
    <ul className="auditor-files" aria-label={t('comment.attached')}>
      {evidence.map(({ id, title, fileName, size, sha256, withdrawalReason }) => (
        <li key={id}>
          <Group gap="sm" justify="space-between">
            <span>
              {title}{' '}
              <Text span size="xs" c="dimmed">
                {fileName} · {format.bytes(size)}
              </Text>
            </span>
            {withdrawalReason === null ? (
              <Download name={fileName} urlOf={() => urlOf(id)} />
            ) : (
              t('evidence.withdrawn', { reason: withdrawalReason })
            )}
          </Group>
          <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>
        </li>
      ))}
    </ul>
  );
}
