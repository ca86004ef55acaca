import { describe, expect, it } from 'vitest';
import { linesWithCredentials, looksLikeCredential } from '../../src/connectors/credential-hints.rules.js';

// Concatenated, so that secret scanners do not report this file.
const ACCESS_KEY = ['AKIA', 'IOSFODNN7EXAMPLE'].join('');
const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

describe('a setting', () => {
  it.each([
    ['DB_PASSWORD', 'correct-horse-battery'],
    ['dbPassword', 'x'],
    ['CLIENT_SECRET', 'abc123'],
    ['API_KEY', '0123456789'],
    ['ANYTHING', ACCESS_KEY],
    ['GITHUB', TOKEN],
    ['DATABASE_URL', 'postgres://app:hunter2@db.internal:5432/app'],
    ['SIGNING_SECRET', 'k8Jq2LmZ0vX4Rt7Wb1Yc'],
  ])('%s=%s looks like a credential', (name, value) => {
    expect(looksLikeCredential(name, value)).toBe(true);
  });

  it.each([
    ['LOG_LEVEL', 'info'],
    ['DB_PASSWORD', ''],
    ['DB_PASSWORD', 'arn:aws:secretsmanager:eu-central-1:1:secret:db'],
    ['DB_SECRET', 'prod/database/main'],
    ['SECRET_NAME', 'prod-database'],
    ['TOKEN_URL', 'https://login.example.org/token'],
    ['SORT_KEY', 'created_at'],
    ['COMMIT', '9fceb02d0ae598e95dc970b74767f19372d61af8'],
    ['SECRET_ARN', 'arn:aws:secretsmanager:eu-central-1:1:secret:db'],
  ])('%s=%s does not look like a credential', (name, value) => {
    expect(looksLikeCredential(name, value)).toBe(false);
  });
});

describe('lines with credentials', () => {
  it('are numbered from 1, each once', () => {
    expect(linesWithCredentials(`a\nexport TOKEN=1 KEY=${ACCESS_KEY}\r\nb\npassword: "x y"`)).toEqual([2, 4]);
  });

  it('are none where nothing looks like a credential', () => {
    expect(linesWithCredentials('#!/bin/sh\nyum install -y httpd\n# set the password by hand\n')).toEqual([]);
  });
});
