import type { AwsService } from './aws-service.js';
import { DATA_SERVICES } from './services/data-services.js';
import { IDENTITY_SERVICES } from './services/identity-services.js';
import { NETWORK_SERVICES } from './services/network-services.js';

/**
 * Every service that the connector reads.
 *
 * To add one:
 * 1. `services/<service>.ts` declares it with `defineService`: its parts, each with the types of resources that it gives
 *    and every IAM action that it calls. It imports nothing of the SDK, as it is loaded at start.
 * 2. `services/<service>-collect.ts` exports an async generator for every part, called like it, which takes an `AwsScope`:
 *    `scope.client(IAMClient)` is a client in the right region, `paginate…` of the SDK pages, `scope.resource({…})` makes a
 *    resource. Let errors of a call that the part cannot do without escape: a refusal becomes a gap that names the action,
 *    a region without the service is skipped. `scope.optional(call, ['NoSuchEntityException'])` is null for what is not
 *    configured; `scope.known(call)` is null, and a gap, for a detail that may not be read; `inParallel` looks at several
 *    resources at a time; `scope.shared(make)` keeps what several parts need.
 * 3. `services/<service>.rules.ts`, where there is something to compute: answers of AWS in, properties out, no I/O.
 * 4. The collector goes into the list of its group, its shapes into src/content/resources/aws/<service>.yaml, recorded
 *    answers into test/connectors/aws/answers/<service>.yaml.
 */
export const AWS_SERVICES: readonly AwsService[] = [...IDENTITY_SERVICES, ...DATA_SERVICES, ...NETWORK_SERVICES];
