import { z } from 'zod';
import { isPem } from '../pem.rules.js';
import { KEEPS_CREDENTIALS, secret, type FileType } from '../settings.js';
import { KubeconfigError, readKubeconfig, serverAddress, type ClusterAccess } from './kubeconfig.rules.js';

/** Settings: a kubeconfig, or a server with a token. */
export const KubernetesSettings = z
  .strictObject({
    kubeconfig: secret(
      'A kubeconfig (YAML) whose current context has a token or a client certificate in it. Programs (`exec`), auth providers, files and unverified connections are refused.',
      'application/yaml',
    ).optional(),
    server: z.string().trim().max(2_048).optional().meta({
      description: 'Address of the API server, such as https://cluster.example:6443; where no kubeconfig is given.',
    }),
    token: secret('Token of a service account; where no kubeconfig is given.').optional(),
    ca: z
      .string()
      .trim()
      .max(64_000)
      .refine((text) => isPem(text, 'CERTIFICATE'), 'holds no certificate in PEM')
      .optional()
      .meta({
        description:
          'Certificates (PEM) of the authority that signed the certificate of the API server; where it is no public one.',
        contentMediaType: 'application/x-pem-file' satisfies FileType,
      }),
    cluster_name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .meta({
        ...KEEPS_CREDENTIALS,
        description: 'What the cluster is called in findings. By default the host and port of its API server.',
      }),
    excluded_namespaces: z
      .array(z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'is no name of a namespace'))
      .max(100)
      .default([])
      .meta({
        ...KEEPS_CREDENTIALS,
        description:
          'Namespaces that are left out, with their pods and roles. Without kube-system, nothing is said of API servers and kubelets.',
      }),
  })
  .superRefine((settings, context) => {
    const problem = problemOf(settings);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });

/** Address and credentials of the cluster in validated settings. */
export function accessOf(settings: z.infer<typeof KubernetesSettings>): ClusterAccess {
  const { kubeconfig, server = '', token = null, ca = null } = settings;
  return kubeconfig === undefined
    ? { server: serverAddress(server), token, ca, identity: null }
    : readKubeconfig(kubeconfig);
}

interface Given {
  kubeconfig?: string | undefined;
  server?: string | undefined;
  token?: string | undefined;
  ca?: string | undefined;
}

function problemOf({ kubeconfig, server, token, ca }: Given): { field: string; message: string } | null {
  if (kubeconfig !== undefined) {
    const second = Object.entries({ server, token, ca }).find(([, value]) => value !== undefined)?.[0];
    if (second !== undefined) return { field: second, message: 'is for integrations without a kubeconfig' };
    return refused('kubeconfig', () => readKubeconfig(kubeconfig));
  }
  if (server === undefined) return { field: 'server', message: 'is needed, or a kubeconfig' };
  if (token === undefined) return { field: 'token', message: 'is needed, or a kubeconfig' };
  return refused('server', () => serverAddress(server));
}

function refused(field: string, read: () => unknown): { field: string; message: string } | null {
  try {
    read();
    return null;
  } catch (err) {
    if (err instanceof KubeconfigError) return { field, message: err.message };
    throw err;
  }
}
