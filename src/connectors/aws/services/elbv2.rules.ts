import type { Listener, LoadBalancer, Rule, Tag } from '@aws-sdk/client-elastic-load-balancing-v2';
import { tagsOf } from './tags.rules.js';

/** Data of a load balancer beside its description. */
export interface LoadBalancerFacts {
  attributes: ReadonlyMap<string, string>;
  listeners: ReturnType<typeof listenerOf>[];
  webAcls: () => string[];
  tags: () => Tag[];
}

/** Properties of a load balancer, each computed when it is asked for. */
export function loadBalancerOf(balancer: LoadBalancer, { attributes, listeners, webAcls, tags }: LoadBalancerFacts) {
  return {
    load_balancer_type: () => balancer.Type ?? 'application',
    scheme: () => balancer.Scheme ?? null,
    vpc_id: () => balancer.VpcId ?? null,
    availability_zones: () => (balancer.AvailabilityZones ?? []).flatMap(({ ZoneName: name }) => name ?? []),
    security_groups: () => [...(balancer.SecurityGroups ?? [])],
    listeners: () => [...listeners],
    web_acls: webAcls,
    deletion_protection: () => attributes.get('deletion_protection.enabled') === 'true',
    access_logs: () => attributes.get('access_logs.s3.enabled') === 'true',
    drops_invalid_headers: () => {
      const isDropping = attributes.get('routing.http.drop_invalid_header_fields.enabled');
      return isDropping === undefined ? null : isDropping === 'true';
    },
    tags: () => tagsOf(tags()),
  };
}

/** Properties of a listener. */
export function listenerOf({ Protocol: protocol, Port: port, SslPolicy: policy }: Listener, isRedirecting: boolean) {
  return {
    protocol: protocol ?? null,
    port: port ?? null,
    ssl_policy: policy ?? null,
    redirects_to_https: isRedirecting,
  };
}

/** Whether a rule of a listener redirects to HTTPS. */
export function redirectsToHttps({ Actions: actions = [] }: Rule): boolean {
  return actions.some(({ Type: type, RedirectConfig: to }) => type === 'redirect' && to?.Protocol === 'HTTPS');
}
