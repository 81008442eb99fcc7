import type { Fault } from './fault.ts';
import { addressFault, boundedText } from './text.ts';

const maxLength = 2_048;

/**
 * An address that the service may call: http or https, without user info and fragment, on port 80, 443 or an unprivileged port. Undefined
 * for any other text. The parser reads every spelling of an IPv4 address, such as `127.1` or `0x7f.1`, as four decimal numbers.
 */
export function readTargetUrl(text: string): URL | undefined {
  return text.length <= maxLength && faultOf(text) === undefined ? new URL(text) : undefined;
}

function faultOf(text: string): Fault | undefined {
  const fault = addressFault(text);
  if (fault) return fault[0] === 'userInfo' ? fault : ['targetUrl'];
  const url = new URL(text);
  const port = portOf(url);
  return !text.includes('#') && (port === 80 || port === 443 || port >= 1024) ? undefined : ['targetUrl'];
}

export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

export const targetUrl = boundedText(1, maxLength, faultOf).meta({
  format: 'uri',
  description: 'An absolute http(s) URL without user info and fragment, on port 80, 443 or from 1024 on',
  example: 'https://radio.example.org/hooks/rockola',
});
