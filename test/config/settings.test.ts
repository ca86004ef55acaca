import { join } from 'node:path';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { atHost, hostsOf, type Host } from '../../src/platform/database/hosts.rules.js';

describe('settings', () => {
  const DATA_DIR = join(mkdtempSync(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'settings-')), 'data');

  it.each([
    [{}, true],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://compliance.example' }, true],
    [{ HOST: '::1' }, true],
    [{ PUBLIC_URL: 'https://compliance.example' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.0.2.7' }, false],
    [{ HOST: '0.0.0.0', DEMO: 'on' }, true],
    [{ PUBLIC_URL: 'http://compliance.example', DEMO: 'without-history' }, true],
    [{ PUBLIC_URL: 'https://localhost:8443', DEMO: 'without-history' }, true],
    [{ PUBLIC_URL: 'https://[::1]:8443', DEMO: 'on' }, true],
    [{ PUBLIC_URL: 'https://compliance.example', DEMO: 'off' }, false],
    [{ DEMO: 'off' }, false],
  ])('%j have a demo organization: %s', (settings, isDemo) => {
    expect(readConfig({ ...settings, DATA_DIR }).isDemo).toBe(isDemo);
  });

  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', INVITE_URL_IN_ANSWER: 'on' }, true],
    [{ PUBLIC_URL: 'https://compliance.example' }, false],
    [{ INVITE_URL_IN_ANSWER: 'off' }, false],
    [{ SMTP_URL: 'smtp://localhost' }, false],
    [{ SMTP_URL: 'smtp://localhost', INVITE_URL_IN_ANSWER: 'on' }, false],
  ])('%j show the links of invitations: %s', (settings, showsInviteUrls) => {
    expect(readConfig({ ...settings, DATA_DIR }).showsInviteUrls).toBe(showsInviteUrls);
  });

  it('create DATA_DIR for its owner alone', () => {
    readConfig({ DATA_DIR });
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
  });

  it.each([['ftp://x.example'], ['security@example.com'], ['javascript:alert(1)']])(
    'refuse %s as a contact',
    (contact) => {
      expect(() => readConfig({ DATA_DIR, SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT');
    },
  );

  it.each([
    [{ PUBLIC_URL: 'https://compliance.example', DEMO: 'on' }, 'DEMO: must be off where PUBLIC_URL is https'],
    [{ PUBLIC_URL: 'https://192.0.2.7', DEMO: 'without-history' }, 'DEMO: must be off where PUBLIC_URL is https'],
    [{ PUBLIC_URL: 'HTTPS://compliance.example', DEMO: 'on', HOST: '127.0.0.1' }, 'DEMO: must be off'],
    [{ DATABASE_POOLER_URL: 'postgres://localhost:6432' }, 'DATABASE_POOLER_URL: needs DATABASE_URL'],
    [
      { DATABASE_URL: 'postgres://localhost/db', DATABASE_POOLER_URL: 'postgres://someone:secret@localhost:6432' },
      'DATABASE_POOLER_URL: must not have a user',
    ],
    [{ DATABASE_POOLER_URL: 'https://localhost:6432' }, 'DATABASE_POOLER_URL'],
    [{ DATABASE_READ_URL: 'postgres://localhost:5433' }, 'DATABASE_READ_URL: needs DATABASE_URL'],
    [
      { DATABASE_URL: 'postgres://localhost/db', DATABASE_READ_URL: 'postgres://someone:secret@localhost:5433' },
      'DATABASE_READ_URL: must not have a user',
    ],
    [{ DATABASE_READ_LAG_SECONDS: '1' }, 'DATABASE_READ_LAG_SECONDS'],
    [{ DATABASE_URL: 'https://localhost/db' }, 'DATABASE_URL: must begin with postgres://'],
    [{ DATABASE_URL: 'no address' }, 'DATABASE_URL: Invalid URL'],
    [{ DATABASE_URL: 'postgres://localhost,/db' }, 'DATABASE_URL: a host is empty'],
    [
      { DATABASE_URL: 'postgres://localhost/db?target_session_attrs=standby' },
      'target_session_attrs must be read-write',
    ],
  ])('%j are refused: %s', (settings, message) => {
    expect(() => readConfig({ ...settings, DATA_DIR })).toThrow(message);
  });

  it('never show the password of an address that is refused', () => {
    const refused = () => readConfig({ DATA_DIR, DATABASE_URL: 'postgres://owner:secret@localhost:port/db' });
    expect(refused).toThrow('DATABASE_URL');
    expect(refused).not.toThrow('secret');
  });

  it.each<[string, string, Host[]]>([
    ['one', 'postgres://a@localhost/db', []],
    [
      'two on this machine',
      'postgres://a:b@localhost:1,[::1]/db',
      [
        { host: 'localhost', port: 1 },
        { host: '::1', port: 5_432 },
      ],
    ],
    [
      'two elsewhere',
      'postgres://a:b@db1.example,db2.example:6/db?sslrootcert=system',
      [
        { host: 'db1.example', port: 5_432 },
        { host: 'db2.example', port: 6 },
      ],
    ],
  ])('have the hosts of a database with %s', (_what, address, hosts) => {
    const url = readConfig({ DATA_DIR, DATABASE_URL: address }).databaseUrl ?? '';
    expect(hostsOf(url)).toEqual(hosts);
    expect(new URL(url).pathname).toBe('/db');
    if (hosts[1]) expect(new URL(atHost(url, hosts[1])).hostname.replace(/[[\]]/g, '')).toBe(hosts[1].host);
  });

  it('require `sslmode=verify-full` where one of several database hosts is not this machine', () => {
    const url = readConfig({ DATA_DIR, DATABASE_URL: 'postgres://localhost,db.example/name' }).databaseUrl ?? '';
    expect(new URL(url).searchParams.get('sslmode')).toBe('verify-full');
  });

  it.each([
    [{}, null, null],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
      'http://collector:4318/v1/traces',
      'http://collector:4318/v1/metrics',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/' },
      'https://collector.example/otlp/v1/traces',
      'https://collector.example/otlp/v1/metrics',
    ],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/own' }, 'http://collector:4318/own', null],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://collector:4318/own' }, null, 'http://collector:4318/own'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_METRICS_EXPORTER: 'none' },
      'http://collector:4318/v1/traces',
      null,
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, null, null],
  ])('%j send traces to %s and metrics to %s', (settings, tracesUrl, metricsUrl) => {
    const { traces, metrics } = readConfig({ DATA_DIR, ...settings }).telemetry;
    expect([traces?.url ?? null, metrics?.url ?? null]).toEqual([tracesUrl, metricsUrl]);
  });

  it('push metrics each minute, and as the standard variables say', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
    const pushed = (settings: Record<string, string>) =>
      readConfig({ DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT, ...settings }).telemetry.metrics;
    expect(pushed({})).toMatchObject({ protocol: 'http/protobuf', intervalMs: 60_000, timeoutMs: 3_000 });
    expect(
      pushed({
        OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json',
        OTEL_METRIC_EXPORT_INTERVAL: '5000',
        OTEL_EXPORTER_OTLP_TIMEOUT: '500',
        OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'Cumulative',
      }),
    ).toMatchObject({ protocol: 'http/json', intervalMs: 5_000, timeoutMs: 500 });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'collector:4317' }],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
    [{ OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'grpc' }],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'no-value' }],
    [{ OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'api-key: abc' }],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }],
    [{ OTEL_METRICS_EXPORTER: 'prometheus' }],
    [{ OTEL_METRIC_EXPORT_INTERVAL: '10' }],
    [{ OTEL_METRIC_EXPORT_INTERVAL: '1 minute' }],
    [{ OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'delta' }],
  ])('refuse %j, naming the setting', (settings) => {
    expect(() => readConfig({ DATA_DIR, ...settings })).toThrow(Object.keys(settings)[0]);
  });

  it('never show the headers that are refused', () => {
    const refused = () => readConfig({ DATA_DIR, OTEL_EXPORTER_OTLP_HEADERS: 'api-key: secret' });
    expect(refused).toThrow('OTEL_EXPORTER_OTLP_HEADERS');
    expect(refused).not.toThrow('secret');
  });
});
