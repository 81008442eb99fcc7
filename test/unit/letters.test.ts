import { describe, expect, test } from 'bun:test';
import { writeLetter } from '../../src/mail/letter.tsx';
import { isLinkPurpose, makeLinkToken } from '../../src/model/linkToken.ts';
import { mailKinds, mailLanguages } from '../../src/model/mail.ts';

const publicUrl = 'https://rock.example.org/rock';

describe.each(mailKinds.flatMap((kind) => mailLanguages.map((language) => [kind, language] as const)))('%s in %s', (kind, language) => {
  const token = makeLinkToken();
  const { subject, text, html } = writeLetter(kind, language, publicUrl, token);
  const [page = ''] = /<html.*/s.exec(html) ?? [];

  test('is complete, with no empty or undefined part', () => {
    expect(subject).not.toBe('');
    for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|\[object/);
    expect(page.startsWith(`<html lang="${language}">`)).toBe(true);
    expect(html.match(/<(p|h1|a)\b[^>]*>\s*<\/\1>/g)).toBeNull();
  });

  test('has a link with a text if its kind of mail has a link', () => {
    const [, address, words] = /<a href="([^"]+)"[^>]*>([^<]*)<\/a>/.exec(html) ?? [];
    const link = `${publicUrl}/account/${kind}#token=${token}`;
    expect([address, text.includes(link)]).toEqual(isLinkPurpose(kind) ? [link, true] : [undefined, false]);
    expect(words?.trim()).not.toBe('');
  });
});
