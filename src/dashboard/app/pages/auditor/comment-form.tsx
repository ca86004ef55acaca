import { useMutation } from '@apollo/client/react';
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { Form } from '../../parts/form';
import { Refusal } from '../../parts/refusal';
import { AddAuditorCommentDocument, AuditedCommentsDocument } from './auditor.gql';

/** Characters of a comment. Source: schema/contract/auditor-link.md. */
const TEXT_MAX = 5_000;
const KINDS = ['comment', 'request'] as const;

/** Form of a comment, or of a request for evidence, about a control or the framework as a whole. */
export function CommentForm({ control = null }: { control?: { id: string; controlId: string } | null }) {
  const { t } = useTranslation('auditor');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('comment');
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const { error, attempt } = useAttempts();
  const [send, { loading }] = useMutation(AddAuditorCommentDocument, { refetchQueries: [AuditedCommentsDocument] });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const input = { kind, text: text.trim(), controlId: control?.id ?? null };
    if (!(await attempt(() => send({ variables: { input } })))) return;
    setText('');
    setSent(true);
  };
  const title = control === null ? t('comment.whole') : t('comment.of', { code: control.controlId });
  return (
    <Form aria-label={title} onSubmit={(event) => void submit(event)}>
      <Stack gap="sm" maw={640}>
        <Refusal error={error} />
        <NativeSelect
          label={title}
          data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(KINDS.find((each) => each === value) ?? 'comment')}
        />
        <Textarea
          label={t('comment.text')}
          description={t('comment.hint')}
          required
          autosize
          minRows={2}
          maxLength={TEXT_MAX}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setSent(false);
          }}
        />
        <Group>
          <Button type="submit" loading={loading}>
            {t('comment.send')}
          </Button>
          <Text role="status">{isSent && t('comment.sent')}</Text>
        </Group>
      </Stack>
    </Form>
  );
}
