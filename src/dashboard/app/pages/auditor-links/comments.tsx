import '../../parts/auditor-answer.css';
import { useMutation } from '@apollo/client/react';
import { Badge, Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { Ago } from '../../parts/ago';
import { useAttempts } from '../../parts/attempt';
import { ControlLink } from '../../parts/control-link';
import { Form } from '../../parts/form';
import { useFormat } from '../../parts/format';
import { problemOf, Refusal } from '../../parts/refusal';
import { TextLink } from '../../parts/text-link';
import { EvidenceChoice } from './evidence-choice';
import { AnswerAuditorCommentDocument, type MembersAuditorCommentFragment } from './auditor-links.gql';

/** Characters of an answer. Source: schema/contract/auditor-link.md. */
const ANSWER_MAX = 5_000;
/** Fields that show their errors themselves. */
const FIELDS = ['answer', 'evidenceIds'];

/** What auditors said and asked: what waits, the longest first, each with a form for its answer; then what is answered. */
export function Comments({ comments }: { comments: readonly MembersAuditorCommentFragment[] }) {
  const { t } = useTranslation('auditor-links');
  if (comments.length === 0) return <Text c="dimmed">{t('comments.empty')}</Text>;
  const waiting = comments.filter(({ answer }) => answer === null).toReversed();
  const answered = comments.filter(({ answer }) => answer !== null);
  return (
    <Stack gap="lg" maw={760}>
      {waiting.length > 0 && <Cards title={t('comments.waiting', { count: waiting.length })} comments={waiting} />}
      {answered.length > 0 && <Cards title={t('comments.answered', { count: answered.length })} comments={answered} />}
    </Stack>
  );
}

function Cards({ title, comments }: { title: string; comments: readonly MembersAuditorCommentFragment[] }) {
  const may = useMay();
  return (
    <Stack gap="sm">
      <Title order={3}>{title}</Title>
      {comments.map((comment) => (
        <CommentCard key={comment.id} comment={comment} mayAnswer={may('answerAuditorComment')} />
      ))}
    </Stack>
  );
}

interface CommentProps {
  comment: MembersAuditorCommentFragment;
}

function CommentCard({ comment, mayAnswer }: CommentProps & { mayAnswer: boolean }) {
  const { t } = useTranslation('auditor-links');
  const { author, framework, controlCode, kind, text, createdAt, answer, evidence, answeredBy, answeredAt } = comment;
  const about = controlCode === null ? framework : `${framework} ${controlCode}`;
  return (
    <Paper withBorder p="md" component="article" aria-label={`${author}: ${about}`}>
      <Stack gap="sm">
        <Stack gap={2}>
          <Group gap="sm" wrap="nowrap" align="flex-start" justify="space-between">
            <Text fw={500}>
              <About comment={comment} />
            </Text>
            <Badge variant="outline" color="gray" style={{ flex: 'none' }}>
              {t(`kind.${kind}`)}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {author} · <Ago at={createdAt} />
          </Text>
        </Stack>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
        {answer !== null && (
          <div className="auditor-answer">
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{answer}</Text>
            <Named evidence={evidence} />
            <Text size="xs" c="dimmed">
              {answeredBy ?? t('comments.gone')} · {answeredAt !== null && <Ago at={answeredAt} />}
            </Text>
          </div>
        )}
        {answer === null && mayAnswer && <AnswerForm comment={comment} about={about} />}
      </Stack>
    </Paper>
  );
}

/** The framework, and the control with the way to it. */
function About({ comment: { framework, controlId, controlCode, controlTitle } }: CommentProps) {
  const { frameworks } = useShell();
  const slug = frameworks.find(({ name }) => name === framework)?.slug;
  if (controlId === null || controlCode === null) return framework;
  if (slug === undefined) return `${framework} ${controlCode} ${controlTitle ?? ''}`;
  const control = { id: controlId, controlId: controlCode, title: controlTitle ?? '' };
  return (
    <>
      {framework} <ControlLink control={control} framework={slug} />
    </>
  );
}

/** The files that the auditor may see by the answer. */
function Named({ evidence }: { evidence: MembersAuditorCommentFragment['evidence'] }) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  if (evidence.length === 0) return null;
  return (
    <ul className="auditor-files" aria-label={t('attach.named')}>
      {evidence.map(({ id, title, fileName, size, withdrawalReason }) => (
        <li key={id}>
          <TextLink to="/evidence/$evidenceId" params={{ evidenceId: id }}>
            {title}
          </TextLink>{' '}
          <Text span size="xs" c="dimmed">
            {withdrawalReason === null ? `${fileName} · ${format.bytes(size)}` : t('attach.withdrawn')}
          </Text>
        </li>
      ))}
    </ul>
  );
}

interface AnswerFormProps extends CommentProps {
  /** Framework and control that it is about. */
  about: string;
}

function AnswerForm({ comment: { id: auditorCommentId, controlId, kind }, about }: AnswerFormProps) {
  const { t } = useTranslation('auditor-links');
  const [answer, setAnswer] = useState('');
  const [evidenceIds, setEvidenceIds] = useState<string[]>([]);
  // A remark is seldom answered with a file.
  const [isAttaching, setAttaching] = useState(kind === 'request');
  const { error, attempt } = useAttempts();
  const [send, { loading }] = useMutation(AnswerAuditorCommentDocument, {
    refetchQueries: ['OpenRequests', 'AuditorLinks'],
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(() => send({ variables: { input: { auditorCommentId, answer: answer.trim(), evidenceIds } } }));
  };
  return (
    <Form onSubmit={submit} aria-label={t('comments.answerOf', { about })}>
      <Stack gap="sm">
        <Refusal error={error} fields={FIELDS} />
        <Textarea
          label={t('comments.answer')}
          description={t('comments.answerHint')}
          required
          autosize
          minRows={1}
          maxLength={ANSWER_MAX}
          value={answer}
          error={problemOf(error, 'answer')}
          onChange={({ currentTarget: { value } }) => setAnswer(value)}
        />
        {isAttaching && (
          <EvidenceChoice
            controlId={controlId}
            value={evidenceIds}
            onChange={setEvidenceIds}
            error={problemOf(error, 'evidenceIds')}
          />
        )}
        <Group>
          <Button type="submit" size="compact-sm" loading={loading}>
            {t('comments.send')}
          </Button>
          {!isAttaching && (
            <Button size="compact-sm" variant="subtle" onClick={() => setAttaching(true)}>
              {t('attach.open')}
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  );
}
