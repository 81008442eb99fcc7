import { expect, test } from 'bun:test';
import { readTargetUrl } from '../../src/model/targetUrl.ts';
import { isGlobal } from '../../src/outbound/globalAddress.ts';

/** The first and the last address of blocks that are not public, from the registries of IANA. */
const refused = `0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255 169.254.0.0
169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.1 192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0
198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.0 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:10.0.0.1
::ffff:0:1.1.1.1 64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1.1.1.1 100::1 2001::1 2001:1::1 2001:db8::1 2002:101:101::1 3fff::1
4000::1 5f00::1 fc00::1 fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1`.split(/\s/);
const accepted = `1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 172.15.255.255
172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 ::ffff:1.1.1.1 64:ff9b::1.1.1.1
2001:200::1 2606:4700::1111 2a00::1`.split(/\s/);

test.each(refused)('%s is not public', (address) => expect(isGlobal(address)).toBe(false));
test.each(accepted)('%s is public', (address) => expect(isGlobal(address)).toBe(true));
test('a host name is not a public address', () => expect(isGlobal('example.org')).toBe(false));

test.each([
  'ftp://example.org/',
  'example.org',
  'http:/example.org/',
  'http://a:b@example.org/',
  'http://example.org:22/',
  'http://example.org:1023/',
  'https://example.org/#x',
  'https://example.org/#',
  'http://exa mple.org/',
  `https://example.org/${'x'.repeat(2_048)}`,
])('%s is refused as a target', (text) => expect(readTargetUrl(text)).toBeUndefined());
test.each(['http://example.org', 'https://example.org:1024/a?b', 'https://example.org:80/', 'http://example.org:65535/'])(
  '%s is accepted as a target',
  (text) => expect(readTargetUrl(text)).toBeDefined(),
);
