import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { Form } from '../../parts/form';
import { useFormat } from '../../parts/format';
import { Refusal } from '../../parts/refusal';
import { Section } from '../../parts/section';
import { useOwners } from '../../parts/work-items/use-owners';
import { MentionField } from './mention-field';
import { mentionedIn } from './mention.rules';
import {
  AddWorkItemCommentDocument,
  DeleteWorkItemCommentDocument,
  WorkItemPageDocument,
  type ShownCommentFragment,
} from './work.gql';

const TEXT_LENGTH_MAX = 5_000;
const MENTIONS_MAX = 20;
const REFETCH = { refetchQueries: [WorkItemPageDocument] };

interface CommentsProps {
  workItemId: string;
  comments: readonly ShownCommentFragment[];
  total: number;
}

/** Comments on a work item, oldest first, and the form for another one. */
export function Comments({ workItemId, comments, total }: CommentsProps) {
  const { t } = useTranslation('work');
  return (
    <Section title={t('comments.title')}>
      {total === 0 && <Text c="dimmed">{t('comments.none')}</Text>}
      {total > comments.length && (
        <Text c="dimmed">{t('comments.first', { shown: comments.length, count: total })}</Text>
      )}
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }} maw={720}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <Comment comment={comment} />
          </li>
        ))}
      </Stack>
      <CommentForm workItemId={workItemId} />
    </Section>
  );
}

function Comment({ comment }: { comment: ShownCommentFragment }) {
  const { t } = useTranslation(['work', 'common']);
  const format = useFormat();
  const { me } = useShell();
  const [remove] = useMutation(DeleteWorkItemCommentDocument, REFETCH);
  const { id, text, author, mentioned, createdAt, editedAt } = comment;
  const mayDelete = text !== null && (author?.id === me.id || me.role === 'admin');
  return (
    <>
      <Group gap="sm" justify="space-between">
        <Text size="xs" c="dimmed">
          {t('item.by', { name: author?.name ?? t('somebody'), at: format.dateTime(createdAt) })}
          {editedAt !== null && ` · ${t('comments.edited')}`}
        </Text>
        {mayDelete && (
          <ConfirmedAction
            isDestructive
            action={t('comments.delete')}
            size="compact-sm"
            onConfirm={() => remove({ variables: { id } })}
          >
            {t('comments.deleteExplanation')}
          </ConfirmedAction>
        )}
      </Group>
      {text === null ? (
        <Text c="dimmed">{t('comments.deleted')}</Text>
      ) : (
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Text>
      )}
      {mentioned.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('comments.mentioned', { names: mentioned.map(({ name }) => name).join(', ') })}
        </Text>
      )}
    </>
  );
}

function CommentForm({ workItemId }: { workItemId: string }) {
  const { t } = useTranslation('work');
  const { me } = useShell();
  const owners = useOwners().filter(({ id }) => id !== me.id);
  const [add, { loading }] = useMutation(AddWorkItemCommentDocument, REFETCH);
  const { error, attempt } = useAttempts();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<readonly string[]>([]);
  const submit = async () => {
    const mentionedIds = mentionedIn(text, owners, picked).slice(0, MENTIONS_MAX);
    if (!(await attempt(() => add({ variables: { input: { workItemId, text, mentionedIds } } })))) return;
    setText('');
    setPicked([]);
  };
  return (
    <Form
      aria-label={t('comments.add')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm" maw={720}>
        <Refusal error={error} />
        <MentionField
          label={t('comments.add')}
          description={owners.length > 0 ? t('comments.mentionHint') : undefined}
          placeholder={t('comments.placeholder')}
          listLabel={t('comments.mention')}
          maxLength={TEXT_LENGTH_MAX}
          people={owners}
          value={text}
          onChange={setText}
          onPick={(id) => setPicked([...picked, id])}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={loading}>
            {t('comments.submit')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
