import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSignOn } from '../../../session/sign-on';
import { useConnection } from '../../api/context';
import { Waiting } from '../../parts/answered';
import { Refused } from '../../parts/refusal';

/** Page to which an identity provider sends the browser back: it fetches the result, and goes on. */
export function SignOnPage() {
  const { t } = useTranslation('common');
  const [state] = useState(() => new URLSearchParams(window.location.search).get('state'));
  const navigate = useNavigate();
  const { sessions, socket } = useConnection();
  const [message, setMessage] = useState<string | null>(state === null ? t('signOn.over') : null);
  // A result is given once, and effects of a development build run twice.
  const isAsked = useRef(false);
  useEffect(() => {
    document.title = `${t('signOn.title')} · Crosswalk`;
    if (state === null || isAsked.current) return;
    isAsked.current = true;
    void endSignOn(state).then((end) => {
      switch (end.kind) {
        case 'login':
          sessions.open(end.session);
          socket.renew();
          return navigate({ to: '/', replace: true });
        case 'test':
          return navigate({ to: '/settings/single-sign-on', replace: true });
        case 'step_up':
          return navigate({ to: '/settings', replace: true });
        case 'refused':
          setMessage(end.message);
          return undefined;
      }
    });
  }, [t, state, navigate, sessions, socket]);
  return (
    <Stack component="main" align="center" pt="12vh" px="lg">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Title order={1}>Crosswalk</Title>
          <Title order={2}>{t('signOn.title')}</Title>
          {message === null ? <Waiting /> : <Refused>{message}</Refused>}
          {message !== null && (
            <Text>
              <Anchor component={Link} to="/">
                {t('signOn.again')}
              </Anchor>
            </Text>
          )}
        </Stack>
      </Paper>
    </Stack>
  );
}
