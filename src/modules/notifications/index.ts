import { ALL, interactive, reachingOut, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import { NotificationRunner, notificationWorkers } from './notification.jobs.js';
import { NotificationRuleEntity } from './notification-rule.entity.js';
import { NotificationMessageResolver } from './notification-message.resolver.js';
import { NotificationRuleResolver } from './notification-rule.resolver.js';
import { notificationRoutes } from './notification-rule.rest.js';
import { NotificationRuleService, RULES_MAX } from './notification-rule.service.js';
import { NotificationSender } from './notification-sender.js';
import { Unsubscriptions } from './unsubscribe.service.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

/** At the default of 600 requests a minute. */
const TESTS_PER_600 = 10;
const TESTS = 'notification tests';

/** Rules by which people and chats are notified of events. */
export const notificationsFeature = feature({
  access: {
    'Query.notificationRules': read(ALL),
    'Query.notificationRule': read(ALL),
    'Query.notificationLog': read(ALL),
    // For people alone: what a key sets up would go on after the key is revoked.
    'Mutation.createNotificationRule': interactive(ALL),
    'Mutation.updateNotificationRule': interactive(ALL),
    'Mutation.deleteNotificationRule': interactive(ALL),
    'Mutation.testNotificationRule': reachingOut(TESTS, interactive(ALL)),
  },
  listSizes: () => ({
    'Query.notificationRules': RULES_MAX.person + RULES_MAX.organization,
    'NotificationRule.members': 5,
  }),
  tags: {
    'notification-rules': {
      name: 'Notifications',
      description: 'Rules by which people and chats are notified of events, and the log of their messages.',
    },
  },
  entities: [NotificationRuleEntity],
  create({ config, database, clock, log, jobs, vault, mailSender, publicUrl, quota }: Platform) {
    const links = new UnsubscribeLinks(config.secretKey, config.previousSecretKeys, { publicUrl, clock });
    const sender = new NotificationSender({ mails: new OutgoingMails(vault), links, publicUrl, clock });
    const rules = new NotificationRuleService({
      sender,
      mailSender,
      quota: quota(TESTS, TESTS_PER_600),
    });
    const runner = new NotificationRunner({ database, sender, mailSender, clock, log });
    return {
      services: {
        notificationRules: rules,
        notifications: runner,
        unsubscriptions: new Unsubscriptions({ database, links, clock }),
      },
      resolvers: [new NotificationRuleResolver(rules), new NotificationMessageResolver()],
      routes: notificationRoutes,
      workers: notificationWorkers(jobs, runner),
    };
  },
});
