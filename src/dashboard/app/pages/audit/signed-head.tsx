import { useApolloClient, useQuery } from '@apollo/client/react';
import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../parts/copyable';
import { Dialog } from '../../parts/dialog';
import { download } from '../../parts/download';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { HeadProofDocument, SignedHeadDocument, type SignedHeadQuery } from './audit.gql';

type Head = SignedHeadQuery['auditHeads']['nodes'][number];

/** How far the trail is signed, and how anybody verifies that; that nothing is signed yet where it is so. */
export function SignedHead() {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { data } = useQuery(SignedHeadDocument);
  const [isOpen, { open, close }] = useDisclosure();
  if (!data) return null;
  const [head] = data.auditHeads.nodes;
  if (!head) return <Text size="sm">{t('head.none')}</Text>;
  const unsigned = (data.newest.nodes[0]?.sequence ?? head.size) - head.size;
  return (
    <Text size="sm" component="div">
      {t('head.signed', { size: format.number(head.size), at: format.dateTime(head.signedAt) })} ·{' '}
      {unsigned > 0 && `${t('head.unsigned', { count: unsigned })} · `}
      <Anchor component="button" type="button" inherit mih={24} onClick={open}>
        {t('head.verify')}
      </Anchor>
      {isOpen && <HeadDialog head={head} onClose={close} />}
    </Text>
  );
}

/** The signed head, and a proof with its keys to be verified without this service. */
function HeadDialog({ head: { size, signedAt, note }, onClose }: { head: Head; onClose: () => void }) {
  const { t } = useTranslation(['audit', 'common']);
  const format = useFormat();
  const client = useApolloClient();
  const save = async () => {
    try {
      const asked = { query: HeadProofDocument, variables: { sequence: size }, fetchPolicy: 'no-cache' } as const;
      const { data } = await client.query(asked);
      if (!data) throw new Error('the service answered without data');
      const { auditKeys, auditProof } = data;
      saveJson({ data: { auditProof } }, 'proof.json');
      saveJson({ data: { auditKeys } }, 'keys.json');
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('head.title')}>
      <Stack gap="md">
        <Text>{t('head.meaning', { size: format.number(size), at: format.dateTime(signedAt) })}</Text>
        <Copyable label={t('head.note')} text={note} />
        <Text>{t('head.how', { size: format.number(size) })}</Text>
        <Code block>node verify-proof.mjs proof.json keys.json</Code>
        <Group justify="flex-end">
          <Button onClick={() => void save()}>{t('head.download')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function saveJson(content: object, name: string): void {
  download(new Blob([`${JSON.stringify(content, withoutTypes, 2)}\n`], { type: 'application/json' }), name);
}

/** Apollo adds the names of types to what it asks. */
function withoutTypes(name: string, value: unknown): unknown {
  return name === '__typename' ? undefined : value;
}
