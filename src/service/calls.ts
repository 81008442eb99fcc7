import type { Services } from '../http/services.ts';
import { createOutbound } from '../outbound/post.ts';

/**
 * @param ports our own, which are not called
 * @returns undefined if no address may be called
 */
export async function startCalls({ config, store, log, publicUrl }: Services, ports: (number | undefined)[]) {
  if (config.outbound === 'off') return undefined;
  const { startWebhooks } = await import('../webhooks/dispatcher.ts');
  const ownAddresses = { publicUrl, ports: ports.filter((port) => port !== undefined) };
  const outbound = createOutbound({ privateAllowed: config.outbound === 'any', ...ownAddresses });
  return startWebhooks({ store, log, outbound, language: config.mail ? config.mailLanguage : null });
}
