import { of } from './mutant.js';

/** Leases, deliveries, limits, links and what is carried out once. */
export const WORK = [
  ...of(
    'src/platform/queue/lease-queue.sql.ts',
    ['queue/lease-queue'],
    [
      [
        'a lost lease writes nothing',
        'and ${this.table.isLeased} and lease_number = ${leaseNumber}`',
        'and ${this.table.isLeased}`',
      ],
      ['a claim has a new fencing token', 'lease_number = lease_number + 1, ${this.renewed}', '${this.renewed}'],
      ['a lease in force is not taken', '((${isLeased}) and lease_expires_at < now())', '(${isLeased})'],
      ['a row is claimed once', 'and ${this.isDue(now)} and (${isClaimable})', 'and (${isClaimable})'],
      [
        'a tenant holds its share',
        'limit greatest(0, ${share}::int - coalesce(',
        'limit greatest(0, ${share}::int + coalesce(',
      ],
      ['claims of a tenant follow one another', 'await this.statements.lockShare.run(trx, claim);', ''],
    ],
  ),
  ...of(
    'src/modules/scans/scan-queue.sql.ts',
    ['scans/scan-lease', 'scans/scan-end', 'scans/scan-cancel'],
    [
      [
        'scans of one integration follow one another',
        "isWaiting: () => sql`status = 'queued' and ${EARLIER_SCAN} is null`",
        "isWaiting: () => sql`status = 'queued'`",
      ],
      ['a scan has three attempts', 'isClaimable: sql`attempts < ${ATTEMPTS_MAX}`,', ''],
      ['a scan ends once', "and id = ${scan.id} and status in ('queued', 'running')`", 'and id = ${scan.id}`'],
      ['a stop costs no attempt', '${scanQueue.expired}, attempts = attempts - 1 where', '${scanQueue.expired} where'],
    ],
  ),
  ...of(
    'src/modules/scans/scan-runner.ts',
    ['scans/scan-lease', 'scans/scan-cancel', 'scans/scan-end'],
    [['a lost lease rolls back', 'if (!isFinished) throw new LeaseLost();', '']],
  ),
  ...of(
    'src/platform/queue/work-lease.sql.ts',
    ['queue/work-lease'],
    [
      [
        'named work has one holder',
        'where work_leases.holder = excluded.holder or work_leases.expires_at < now()`',
        'where true`',
      ],
    ],
  ),
  ...of(
    'src/platform/queue/backoff.rules.ts',
    ['queue/backoff-rules'],
    [
      ['gaps grow', 'gapsMs[failures - 1] ?? gapsMs.at(-1) ?? 0', 'gapsMs[0] ?? 0'],
      ['jitter goes both ways', '1 - jitter + 2 * jitter * random', '1 + jitter * random'],
    ],
  ),
  ...of(
    'src/modules/webhooks/delivery.rules.ts',
    ['webhooks/delivery-rules'],
    [
      ['only 2xx is success', 'statusCode >= 200 && statusCode < 300', 'statusCode >= 200 && statusCode < 400'],
      ['a delivery has ten attempts', 'attempts + 1 >= ATTEMPTS_MAX', 'attempts >= ATTEMPTS_MAX'],
      ['410 ends a webhook', 'return statusCode === 410 ||', 'return false ||'],
      [
        'a webhook that fails is disabled',
        'if (consecutiveFailures >= EXHAUSTED_MAX)',
        'if (consecutiveFailures > EXHAUSTED_MAX)',
      ],
      [
        'a success begins from the start',
        'consecutiveFailures: 0, failingSince: null, disable: null };',
        'consecutiveFailures: health.consecutiveFailures, failingSince: null, disable: null };',
      ],
      [
        'a wait that is asked for is a day at most',
        'Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS)',
        'retryAfterMs ?? 0',
      ],
    ],
  ),
  ...of(
    'src/modules/webhooks/fair-queueing.rules.ts',
    ['webhooks/fair-queueing-rules', 'webhooks/delivery-fair-queueing'],
    [
      ['a webhook has its share', '(this.webhooks.get(webhookId) ?? 0) < AT_ONCE.webhook', 'true'],
      ['a host has its share', '(this.hosts.get(host) ?? 0) < AT_ONCE.host', 'true'],
      ['a slot is given back', 'this.count(place, -1);', ''],
    ],
  ),
  ...of(
    'src/modules/webhooks/signature.rules.ts',
    ['webhooks/signature-rules'],
    [
      ['the moment is signed', '`${eventId}.${timestamp}.${body}`', '`${eventId}.${body}`'],
      ['the new secret signs', 'hmac(current, body)', "hmac(secrets.at(-1) ?? '', body)"],
    ],
  ),
  ...of(
    'src/modules/webhooks/delivery-outcome.ts',
    ['webhooks/delivery-outcome'],
    [
      [
        'an outcome is stored once',
        'attempts: number, at: attempt.endedAt })) === 0)\n    return false;',
        'attempts: number, at: attempt.endedAt })) === 0)\n    void 0;',
      ],
    ],
  ),
  ...of(
    'src/platform/storage/signed-links.ts',
    ['storage/signed-links'],
    [
      ['a link ends', "? 'valid' : 'expired';", "? 'valid' : 'valid';"],
      ['a link is signed', "if (!isOurs) return 'forged';", ''],
      ['the name is signed too', 'JSON.stringify([key, fileName, expires])', 'JSON.stringify([key, expires])'],
      ['the end is signed too', 'JSON.stringify([key, fileName, expires])', 'JSON.stringify([key, fileName])'],
    ],
  ),
  ...of(
    'src/platform/crypto/vault.ts',
    ['platform/vault'],
    [
      [
        'a secret opens at its place alone',
        'setAAD(Buffer.from(place));\n    const sealed',
        'setAAD(Buffer.from(""));\n    const sealed',
      ],
    ],
  ),
  ...of(
    'src/modules/idempotency/idempotency.sql.ts',
    ['http/idempotency', 'http/idempotency-crash'],
    [
      [
        'a request in progress is not begun again',
        'or (known.answer is null and excluded.lease_expires_at - known.lease_expires_at >= ${LEASE}::interval)',
        'or known.answer is null',
      ],
      [
        'what was done is known to who takes over',
        'effect = case when known.expires_at > ${now} then known.effect end,',
        'effect = null,',
      ],
      [
        'who lost the claim changes nothing',
        'set effect = ${effect}, fingerprint = ${fingerprint}\n    where tenant_id = ${tenantId} and user_id = ${userId} and operation = ${operation} and key = ${key} and id = ${id}`',
        'set effect = ${effect}, fingerprint = ${fingerprint}\n    where tenant_id = ${tenantId} and user_id = ${userId} and operation = ${operation} and key = ${key} and (id = ${id} or true)`',
      ],
    ],
  ),
  ...of(
    'src/feature/tenant-quota.sql.ts',
    ['http/quotas'],
    [['a quota ends', 'where ${hasEnded} or quotas.used < ${limit}', 'where true']],
  ),
  ...of(
    'src/modules/storage/storage-usage.sql.ts',
    ['storage/storage-quota'],
    [['files of a tier are counted', 'and used.files + 1 +', 'and 0 * used.files + 1 +']],
  ),
  ...of(
    'src/graphql/query-cost.ts',
    ['graphql/list-cost', 'http/graphql-limits'],
    [
      ['lists multiply', 'answerFields: 1 + items * children.answerFields', 'answerFields: 1 + children.answerFields'],
      ['levels are counted', 'depth: 1 + children.depth', 'depth: children.depth'],
    ],
  ),
  ...of(
    'src/platform/safe-fetch/address.rules.ts',
    ['platform/safe-fetch/address.rules'],
    [
      [
        'private addresses are not called',
        "return ipaddr.IPv4.parse(address).range() === 'unicast';",
        "return ipaddr.IPv4.parse(address).range() !== 'multicast';",
      ],
      ['an address within another is seen', 'if (mark === ISATAP_MARK && ISATAP.includes(high)) return false;', ''],
    ],
  ),
];
