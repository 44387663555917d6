import { expect, it } from 'vitest';
import { classifyName } from './names.ts';

it.each([
  ...[
    'password',
    'DB_PASSWORD',
    'dbPassword',
    'user.passwd',
    'smtp-pwd',
    'adminPass',
    'wpa_psk',
    'requirepass',
    'passwordProd2',
  ],
  ...['spring.datasource.password', 'ansible_ssh_pass', 'PGPASSWORD', 'passphrase', 'PASSWORD_VALUE'],
])('%s names a password', (name) => {
  expect(classifyName(name)).toBe('password');
});

it.each([
  ...[
    'apiKey',
    'API_KEY',
    'x-api-key',
    'client_secret',
    'clientSecret',
    'accessToken',
    'auth_token',
    'secretKeyBase',
    'jwtSecret',
  ],
  ...['_authToken', 'private.key', 'ENCRYPTION_KEY_BASE64', 'apikey', 'token', 'credentials', 'userAuth'],
])('%s names a key', (name) => {
  expect(classifyName(name)).toBe('key');
});

it.each(['cache_key', 'sortKey', 'key', 'monkey.key'])('%s names a key of some kind', (name) => {
  expect(classifyName(name)).toBe('any-key');
});

it.each([
  ...[
    'password_hash',
    'passwordField',
    'wrong_password',
    'resetPassword',
    'password_policy',
    'compass',
    'bypass',
    'renderPass',
  ],
  ...[
    'max_tokens',
    'csrf_token',
    'nextPageToken',
    'tokenizer',
    'token_type',
    'secretName',
    'api_key_id',
    'public_key',
    'publicKeyToken',
  ],
  ...['keyboard', 'monkey', 'author', 'keywords', 'primaryKeys', 'PSK_8', 'pass', 'keystore'],
])('%s names no secret', (name) => {
  expect(classifyName(name)).toBeUndefined();
});
