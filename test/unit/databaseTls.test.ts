import { describe, expect, test } from 'bun:test';
import { readConfig } from '../../src/config/config.ts';

const read = (url: string, settings: Record<string, string> = {}) => {
  const { database } = readConfig({ DATABASE_URL: url, ...settings });
  return new URL(database.engine === 'postgres' ? database.url : '').searchParams.get('sslmode');
};

describe('the TLS mode of connections to PostgreSQL', () => {
  test.each([
    ['postgres://u:p@localhost/x', 'disable'],
    ['postgres://u:p@127.0.0.1:5433/x', 'disable'],
    ['postgres://u:p@127.9.9.9/x', 'disable'],
    ['postgres://u:p@[::1]/x', 'disable'],
    ['postgres:///x?host=/run/postgresql&user=u', 'disable'],
    ['postgres://u:p@db.example.org/x', 'verify-full'],
    ['postgres://u:p@10.0.0.1/x', 'verify-full'],
    ['postgres://u:p@[::2]/x', 'verify-full'],
    ['postgres://u:p@127.0.0.1.example.org/x', 'verify-full'],
    ['postgres://u:p@localhost.example.org/x', 'verify-full'],
    ['postgres://u:p@0.0.0.0/x', 'verify-full'],
  ])('%s has sslmode %s by default', (url, mode) => {
    expect(read(url)).toBe(mode);
    expect(read(url, { ROCKOLA_DATABASE_TLS: 'off' })).toBe('disable');
    expect(read(url, { ROCKOLA_DATABASE_TLS: 'require' })).toBe('require');
    expect(read(url, { ROCKOLA_DATABASE_TLS: 'verify' })).toBe('verify-full');
  });

  test.each([
    'sslmode=disable',
    'sslmode=no-verify',
    'ssl=0',
    'sslnegotiation=direct',
    'sslrootcert=/x',
    'uselibpqcompat=false',
    'host=db.example.org',
    'host=/run/postgresql',
    'statement_timeout=1&SSLMODE=x&sslmode=require',
  ])('an address with %s is refused, and the message does not show the address', (query) => {
    const refused = () => read(`postgres://u:canary@localhost/x?${query}`);
    expect(refused).toThrow('DATABASE_URL m');
    expect(refused).not.toThrow('canary');
  });

  test('an address without a host is refused, and so are an unusable certificate file and an unknown TLS mode', () => {
    expect(() => read('postgres:///x')).toThrow('must name a host');
    expect(() => read('postgres://u@h/x', { ROCKOLA_DATABASE_CA: '/nowhere' })).toThrow(
      'ROCKOLA_DATABASE_CA names /nowhere, which cannot be read (ENOENT: no such file or directory)',
    );
    expect(() => read('postgres://u@h/x', { ROCKOLA_DATABASE_CA: 'package.json' })).toThrow('which holds no certificate');
    expect(() => read('postgres://u@h/x', { ROCKOLA_DATABASE_TLS: 'on' })).toThrow(
      'ROCKOLA_DATABASE_TLS must be one of verify, require, off',
    );
  });
});
