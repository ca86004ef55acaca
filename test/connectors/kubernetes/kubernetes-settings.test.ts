import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/platform/errors.js';
import { apiServerFlags } from '../../../src/connectors/kubernetes/api-server.rules.js';
import { KubernetesConnector } from '../../../src/connectors/kubernetes/kubernetes.connector.js';
import { checkedSettings, secretNames, settingsSchema } from '../../../src/connectors/settings.js';
import { AUTHORITY } from '../authority.js';
import { kubeconfig } from './cluster.js';

const { settings } = new KubernetesConnector();
const SERVER = 'https://cluster.example:6443';

describe('the settings of a cluster', () => {
  it('mark kubeconfig and token as secrets', () => {
    expect(secretNames(settings)).toEqual(['kubeconfig', 'token']);
    expect(settingsSchema(settings)).toMatchObject({ properties: { token: { writeOnly: true } } });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, '/config/server is needed, or a kubeconfig'],
    ['a server alone', { server: SERVER }, '/config/token is needed, or a kubeconfig'],
    ['plain http', { server: 'http://cluster.example', token: 't' }, '/config/server the server is no address'],
    ['a user in the address', { server: 'https://a:b@cluster.example', token: 't' }, '/config/server the server is no'],
    ['a variable in the address', { server: 'https://{x}.example', token: 't' }, '/config/server the server is no'],
    ['no certificate', { server: SERVER, token: 't', ca: 'x' }, '/config/ca holds no certificate in PEM'],
    ['both', { kubeconfig: good(), token: 't' }, '/config/token is for integrations without a kubeconfig'],
    [
      'a wrong namespace',
      { server: SERVER, token: 't', excluded_namespaces: ['A b'] },
      '/config/excluded_namespaces/0',
    ],
  ])('are refused with %s', (_title, config, message) => {
    expect(problemOf(config)).toContain(message);
  });

  it('accept a server with a path and certificates', () => {
    const given = { server: `${SERVER}/k8s/clusters/c-1/`, token: 't', ca: AUTHORITY };
    expect(checkedSettings(settings, given)).toMatchObject({ excluded_namespaces: [] });
  });
});

describe('a kubeconfig', () => {
  const cluster = { server: SERVER };
  const pem = Buffer.from(AUTHORITY).toString('base64');

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['a program', { exec: { command: 'aws' } }, cluster, '`exec` of the user starts a program'],
    ['an auth provider', { 'auth-provider': { name: 'gcp' } }, cluster, '`auth-provider` of the user asks a program'],
    ['a file with a token', { tokenFile: '/etc/passwd' }, cluster, '`tokenFile` of the user names a file'],
    [
      'a file with a certificate',
      { 'client-certificate': '/a' },
      cluster,
      '`client-certificate` of the user names a file',
    ],
    ['a file with a key', { 'client-key': '/a' }, cluster, '`client-key` of the user names a file'],
    ['a password', { username: 'a', password: 'b' }, cluster, '`username` of the user is a password sign-in'],
    ['somebody else', { token: 't', as: 'root' }, cluster, '`as` of the user acts as somebody else'],
    ['no credentials', {}, cluster, 'neither `token` nor `client-certificate-data`'],
    ['a certificate without a key', { 'client-certificate-data': pem }, cluster, 'needs both'],
    ['no certificate', { token: 't' }, { ...cluster, 'certificate-authority-data': 'eA==' }, 'a certificate in PEM'],
    ['a file with authorities', { token: 't' }, { ...cluster, 'certificate-authority': '/a' }, 'names a file'],
    ['no verification', { token: 't' }, { ...cluster, 'insecure-skip-tls-verify': true }, 'always verified'],
    ['a proxy', { token: 't' }, { ...cluster, 'proxy-url': 'http://10.0.0.1' }, '`proxy-url` of the cluster leads'],
    ['plain http', { token: 't' }, { server: 'http://cluster.example' }, 'the server is no address'],
  ])('is refused with %s', (_title, user, ofCluster, message) => {
    expect(problemOf({ kubeconfig: kubeconfig(user, ofCluster) })).toContain(message);
  });

  it.each([
    ['no YAML', 'a: [', 'it is no YAML'],
    ['another document', 'a: 1', 'it is no kubeconfig: current-context is missing or wrong'],
    ['an unknown context', good().replace('"current-context":"here"', '"current-context":"x"'), '`contexts`'],
  ])('is refused when it is %s', (_title, source, message) => {
    expect(problemOf({ kubeconfig: source })).toContain(message);
  });

  it('is refused without quoting its contents', () => {
    const source = kubeconfig({ token: 'very-secret', exec: { command: 'aws' } }, cluster);
    expect(problemOf({ kubeconfig: source })).not.toContain('very-secret');
  });
});

describe('the command line of an API server', () => {
  it.each<[string, string[], Record<string, unknown>]>([
    ['flags with values', ['kube-apiserver', '--anonymous-auth=false'], { anonymous_auth: false }],
    ['a switch without a value', ['kube-apiserver', '--anonymous-auth', 'false'], { anonymous_auth: true }],
    ['a value in the next word', ['kube-apiserver', '--audit-log-path', '-'], { audit_log_path: '-' }],
    ['an underscore', ['kube-apiserver', '--audit_log_maxage=30'], { audit_log_maxage_days: 30 }],
    [
      'the last of two',
      ['kube-apiserver', '--audit-log-maxage=1', '--audit-log-maxage=9'],
      { audit_log_maxage_days: 9 },
    ],
    ['no number', ['kube-apiserver', '--audit-log-maxage=x'], { audit_log_maxage_days: null }],
    ['a wrapper', ['/go-runner', '--audit-log-path=/a', '/usr/bin/kube-apiserver', '--v=2'], { audit_log_path: null }],
    ['a shell', ['sh', '-c', 'exec kube-apiserver --tls-cert-file=/a'], { tls_cert_file: '/a' }],
    [
      'flags alone',
      ['--authorization-mode=Node', '--authorization-mode=RBAC'],
      { authorization_modes: ['Node', 'RBAC'] },
    ],
  ])('is parsed with %s', (_title, words, flags) => {
    expect(apiServerFlags(words)).toMatchObject(flags);
  });

  it('is null beyond 64 KiB, and read whole below', () => {
    const many = (count: number) => [
      'kube-apiserver',
      ...Array.from({ length: count }, () => '--v=1'),
      '--anonymous-auth',
    ];
    expect(apiServerFlags(many(10_000))).toMatchObject({ anonymous_auth: true });
    expect(apiServerFlags(many(11_000))).toBeNull();
  });

  it('is null without any flag', () => {
    expect(apiServerFlags(['kube-apiserver'])).toBeNull();
  });
});

function good(): string {
  return kubeconfig({ token: 't' }, { server: SERVER });
}

/** Field and message of the one problem with these settings. */
function problemOf(config: Record<string, unknown>): string {
  try {
    checkedSettings(settings, config);
  } catch (err) {
    if (err instanceof AppError) return err.details.map(({ field, message }) => `${field} ${message}`).join('\n');
    throw err;
  }
  throw new Error('the settings were taken');
}
