import type { V1ConfigMap } from '@kubernetes/client-node';
import { z } from 'zod';
import { ageInDays } from '../age.rules.js';
import { readYaml } from '../yaml.rules.js';

/** Properties of a KubeletConfiguration that checks read. */
const KubeletConfiguration = z.looseObject({
  authentication: z.looseObject({ anonymous: z.looseObject({ enabled: z.boolean().nullish() }).nullish() }).nullish(),
  authorization: z.looseObject({ mode: z.string().nullish() }).nullish(),
});

/** Properties of a `ConfigMap` of kubelets; `kubelet` is null where the configuration cannot be parsed. @param now for its age */
export function kubeletProperties({ metadata, data }: V1ConfigMap, now: Date): Record<string, unknown> {
  const kubelet = parsed(data?.kubelet);
  return {
    namespace: metadata?.namespace ?? '',
    labels: metadata?.labels ?? {},
    age_days: ageInDays(metadata?.creationTimestamp, now),
    kubelet: kubelet && {
      anonymous_auth: kubelet.authentication?.anonymous?.enabled ?? null,
      authorization_mode: kubelet.authorization?.mode ?? null,
    },
  };
}

function parsed(source: string | undefined): z.infer<typeof KubeletConfiguration> | null {
  if (source === undefined) return null;
  try {
    return KubeletConfiguration.parse(readYaml(source));
  } catch {
    return null;
  }
}
