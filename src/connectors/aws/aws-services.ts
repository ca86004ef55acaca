import type { AwsService } from './aws-service.js';
import { DATA_SERVICES } from './services/data-services.js';
import { IDENTITY_SERVICES } from './services/identity-services.js';
import { NETWORK_SERVICES } from './services/network-services.js';

/**
 * Every service that the connector reads.
 *
 * To add one:
 * 1. `services/<service>.ts` declares it with `defineService`: its parts, each with its resource types and every IAM action
 *    that it calls. It imports nothing of the SDK, because it is loaded at start.
 * 2. `services/<service>-collect.ts` exports an async generator for every part, with the part's name, that takes an `AwsScope`:
 *    `scope.client(IAMClient)` is a client in the right region, `paginate…` of the SDK reads pages, `scope.resource({…})`
 *    builds a resource. Let errors of indispensable calls escape: a refusal becomes a gap that names the action, a region
 *    without the service is skipped. `scope.optional(call, ['NoSuchEntityException'])` is null for what is not configured;
 *    `scope.known(call)` is null, and a gap, for a detail that may not be read; `asCompleted` processes several resources
 *    at a time; `scope.shared(load)` loads once what several parts need.
 * 3. `services/<service>.rules.ts`, where there is something to compute: responses of AWS in, properties out, no I/O.
 * 4. The service goes into the list of its group, its resource types into src/content/resources/aws/<service>.yaml, recorded
 *    responses into test/connectors/aws/answers/<service>.yaml.
 */
export const AWS_SERVICES: readonly AwsService[] = [...IDENTITY_SERVICES, ...DATA_SERVICES, ...NETWORK_SERVICES];
