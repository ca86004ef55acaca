import { skipToken, useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import {
  NotificationReceiversDocument,
  NotificationRulesDocument,
  type ShownNotificationRuleFragment,
} from './notifications.gql';
import { ReadyRules, SuggestedRules } from './ready-rules';
import { NewRule } from './rule-dialog';
import { RuleRow } from './rule-row';

/** Page of notification rules: the person's own, and those of the organization. */
export function NotificationsPage() {
  const { t } = useTranslation(['notifications', 'common']);
  const may = useMay();
  const { me } = useShell();
  const result = useQuery(NotificationRulesDocument);
  const receivers = useQuery(NotificationReceiversDocument, may('webhooks') ? {} : skipToken);
  const webhooks = receivers.data?.webhooks ?? [];
  return (
    <Page
      column="settings"
      title={t('common:nav.notifications')}
      answer={result.data && <Answer rules={result.data.notificationRules} />}
      asked={[{ document: NotificationRulesDocument }]}
      actions={may('createNotificationRule') && <NewRule />}
    >
      <Answered result={result}>
        {({ notificationRules: rules }) => (
          <Stack gap={32}>
            {(['own', 'organization'] as const).map((whose) => {
              const shown = rules.filter(({ isOfOrganization }) => isOfOrganization === (whose === 'organization'));
              return (
                <Section key={whose} title={t(`${whose}.title`)}>
                  <Text c="dimmed">{t(`${whose}.explanation`)}</Text>
                  <div>
                    {shown.length > 0 && (
                      <ul className="row-list" aria-label={t(`${whose}.label`)}>
                        {shown.map((rule) => (
                          <RuleRow key={rule.id} rule={rule} webhooks={webhooks} />
                        ))}
                      </ul>
                    )}
                    {whose === 'own' && may('createNotificationRule') && <ReadyRules rules={rules} />}
                    {whose === 'organization' && me.role === 'admin' && <SuggestedRules rules={rules} />}
                  </div>
                </Section>
              );
            })}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function Answer({ rules }: { rules: readonly ShownNotificationRuleFragment[] }) {
  const { t } = useTranslation('notifications');
  if (rules.length === 0) return t('answer.none');
  const active = rules.filter(({ isPaused }) => !isPaused);
  const own = active.filter(({ isOfOrganization }) => !isOfOrganization).length;
  const counts = { own, organization: active.length - own, paused: rules.length - active.length };
  const present = (['own', 'organization', 'paused'] as const).filter((each) => counts[each] > 0);
  return present.map((each) => t(`answer.${each}`, { count: counts[each] })).join(', ');
}
