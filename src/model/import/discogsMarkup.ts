/** Tags of Discogs' own markup, such as [b], [a=Virus (7)], [m123] and [url=https://example.org]. */
const tag = /\[(\/?)([a-z]{1,9})(?:=([^[\]]{0,500})|(\d{1,12}))?\]/gi;
const marks: { [name: string]: string } = { b: '**', i: '*' };
const entities: { [name: string]: string } = { a: 'artist', l: 'label', m: 'master', r: 'release' };

/** Writes a profile of Discogs as Markdown. */
export function markdownOf(profile: string): string {
  let text = '';
  let readTo = 0;
  let link: string | undefined;
  for (const { 0: all, index, 1: slash, 2: name = '', 3: value = '', 4: number = '' } of profile.matchAll(tag)) {
    text += plain(profile.slice(readTo, index));
    readTo = index + all.length;
    const kind = name.toLowerCase();
    const id = number || (/^\d+$/.test(value) && value);
    if (kind === 'url') {
      if (slash && link) text += `](${link})`;
      link = slash ? undefined : linkOf(value);
      if (link) text += '[';
    } else if (kind in marks) text += marks[kind];
    else if (kind in entities) text += id ? `<https://www.discogs.com/${entities[kind]}/${id}>` : plain(value);
    else if (kind !== 'u') text += plain(all);
  }
  return (text + plain(profile.slice(readTo)) + (link ? `](${link})` : '')).replace(/\r\n?/g, '\n');
}

const plain = (text: string) => text.replace(/[\\`*_<[\]]/g, '\\$&');
const linkOf = (address: string) => (/^https?:\/\/[^\s()<>]+$/i.test(address) ? address : undefined);
