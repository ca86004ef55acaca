import { useMutation } from '@apollo/client/react';
import { Badge, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { Form } from '../../parts/form';
import { useFormat } from '../../parts/format';
import { Refusal } from '../../parts/refusal';
import { AnswerAuditorCommentDocument, type MembersAuditorCommentFragment } from './auditor-links.gql';

/** Characters of an answer. Source: schema/contract/auditor-link.md. */
const ANSWER_MAX = 5_000;

/** What auditors said and asked, newest first, each with its answer or a form for it. */
export function Comments({ comments }: { comments: readonly MembersAuditorCommentFragment[] }) {
  const { t } = useTranslation('auditor-links');
  const may = useMay();
  if (comments.length === 0) return <Text c="dimmed">{t('comments.empty')}</Text>;
  return (
    <Stack gap="md" maw={760}>
      {comments.map((comment) => (
        <CommentCard key={comment.id} comment={comment} mayAnswer={may('answerAuditorComment')} />
      ))}
    </Stack>
  );
}

function CommentCard({ comment, mayAnswer }: { comment: MembersAuditorCommentFragment; mayAnswer: boolean }) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  const { author, framework, controlCode, kind, text, createdAt, answer, answeredBy, answeredAt } = comment;
  const about = controlCode === null ? framework : `${framework} ${controlCode}`;
  return (
    <Paper withBorder p="md" component="article" aria-label={`${author}: ${about}`}>
      <Stack gap="sm">
        <Group gap="sm">
          <Badge variant="outline" color="gray">
            {t(`kind.${kind}`)}
          </Badge>
          <Text fw={600}>{about}</Text>
          <Text c="dimmed">
            {author} · {format.dateTime(createdAt)}
          </Text>
        </Group>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
        {answer !== null && (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <Text span fw={600}>
              {t('comments.answeredBy', {
                name: answeredBy,
                when: answeredAt === null ? '' : format.dateTime(answeredAt),
              })}
            </Text>{' '}
            {answer}
          </Text>
        )}
        {answer === null && mayAnswer && <AnswerForm id={comment.id} about={about} />}
      </Stack>
    </Paper>
  );
}

function AnswerForm({ id: auditorCommentId, about }: { id: string; about: string }) {
  const { t } = useTranslation('auditor-links');
  const [answer, setAnswer] = useState('');
  const { error, attempt } = useAttempts();
  const [send, { loading }] = useMutation(AnswerAuditorCommentDocument, { refetchQueries: ['OpenRequests'] });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(() => send({ variables: { input: { auditorCommentId, answer: answer.trim() } } }));
  };
  return (
    <Form onSubmit={submit} aria-label={t('comments.answerOf', { about })}>
      <Stack gap="sm">
        <Refusal error={error} />
        <Textarea
          label={t('comments.answer')}
          description={t('comments.answerHint')}
          required
          autosize
          minRows={2}
          maxLength={ANSWER_MAX}
          value={answer}
          onChange={({ currentTarget: { value } }) => setAnswer(value)}
        />
        <Group>
          <Button type="submit" loading={loading}>
            {t('comments.send')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
