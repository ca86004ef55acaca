import '../../parts/auditor-answer.css';
import { useQuery } from '@apollo/client/react';
import { Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
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
            <Text size="xs" c="dimmed">
              {[answeredBy, answeredAt && format.dateTime(answeredAt)].filter(Boolean).join(' · ')}
            </Text>
          </div>
        )}
      </Stack>
    </Paper>
  );
}
