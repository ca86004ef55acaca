import { describe, expect, it } from 'vitest';
import { encryptedAddress, encryptionOf } from '../../src/config/encrypted-address.rules.js';

describe('the address of a backing service', () => {
  it.each([
    ['postgres://u:p@db.example:5432/crosswalk', 'postgres://u:p@db.example:5432/crosswalk?sslmode=verify-full'],
    [
      'postgresql://db.example/crosswalk?application_name=x',
      'postgresql://db.example/crosswalk?application_name=x&sslmode=verify-full',
    ],
    ['postgres://10.0.0.5/crosswalk', 'postgres://10.0.0.5/crosswalk?sslmode=verify-full'],
    ['postgres://[2001:db8::1]:5432/crosswalk', 'postgres://[2001:db8::1]:5432/crosswalk?sslmode=verify-full'],
    // Only the beginning of the name is that of this machine.
    ['postgres://localhost.example/crosswalk', 'postgres://localhost.example/crosswalk?sslmode=verify-full'],
    ['mongodb://a:1,b:2/jobs?replicaSet=x', 'mongodb://a:1,b:2/jobs?replicaSet=x&tls=true'],
    // One host elsewhere suffices.
    ['mongodb://127.0.0.1:1,b:2/jobs', 'mongodb://127.0.0.1:1,b:2/jobs?tls=true'],
    ['smtp://user:p%40ss@mail.example:587', 'smtp://user:p%40ss@mail.example:587?requireTLS=true'],
  ])('%s asks for TLS', (address, expected) => {
    expect(encryptedAddress(address)).toBe(expected);
    expect(encryptionOf(expected)).toBe('TLS');
  });

  it.each([
    'postgres://127.0.0.1:5432/crosswalk',
    'postgres://u:p@localhost/crosswalk',
    'postgres://[::1]:5432/crosswalk',
    'postgres:///crosswalk?host=/var/run/postgresql',
    'mongodb://127.0.0.1:27017,localhost:27018/jobs',
    'smtp://127.0.0.2:1025',
  ])('%s is left alone: it is this machine', (address) => {
    expect(encryptedAddress(address)).toBe(address);
    expect(encryptionOf(address)).toBe('none: this machine');
  });

  it.each([
    'postgres://db.example/crosswalk?sslmode=disable',
    'mongodb://jobs:27017/crosswalk?tls=false',
    'smtp://mail:1025?ignoreTLS=true',
  ])('%s is left alone: the operator has turned it off', (address) => {
    expect(encryptedAddress(address)).toBe(address);
    expect(encryptionOf(address)).toBe('none: turned off in the address');
  });

  it.each([
    'postgres://db.example/crosswalk?sslmode=no-verify',
    'postgres://db.example/crosswalk?sslrootcert=/ca.pem',
    'mongodb+srv://cluster.example/jobs',
    'smtps://mail.example',
  ])('%s is left alone: it is encrypted', (address) => {
    expect(encryptedAddress(address)).toBe(address);
    expect(encryptionOf(address)).toBe('TLS');
  });
});
