/** An unchanged form of a page as a browser sends it. `buttons`: those with a name, of which one may be pressed. */
export type PageForm = { fields: [name: string, value: string][]; buttons: [name: string, value: string][] };

/** The forms of a page that are sent by POST, except the sign-out form, which is outside `main`. */
export function formsIn(html: string): PageForm[] {
  const forms: PageForm[] = [];
  let select = { name: '', taken: false };
  const add = (name: string | null, value: string | null) => name && forms.at(-1)?.fields.push([name, decoded(value ?? '')]);
  new HTMLRewriter()
    .on('main form[method=post]', { element: () => void forms.push({ fields: [], buttons: [] }) })
    .on('main form[method=post] input', {
      element(input) {
        const chosen = !['checkbox', 'radio'].includes(input.getAttribute('type') ?? '') || input.hasAttribute('checked');
        if (chosen) add(input.getAttribute('name'), input.getAttribute('value'));
      },
    })
    .on('main form[method=post] select', {
      element(found) {
        select = { name: found.getAttribute('name') ?? '', taken: false };
      },
    })
    .on('main form[method=post] option', {
      element(option) {
        const value = option.getAttribute('value');
        if (!select.taken) add(select.name, value);
        // The first option counts until a selected one is found.
        else if (option.hasAttribute('selected')) forms.at(-1)?.fields.splice(-1, 1, [select.name, decoded(value ?? '')]);
        select.taken = true;
      },
    })
    .on('main form[method=post] textarea[name]', {
      element: (area) => void add(area.getAttribute('name'), ''),
      text(chunk) {
        const last = forms.at(-1)?.fields.at(-1);
        // A browser normalises line ends, and drops the one after the tag.
        const text = chunk.text.replace(/\r\n?/g, '\n');
        if (last) last[1] += decoded(last[1] === '' ? text.replace(/^\n/, '') : text);
      },
    })
    .on('main form[method=post] button[name]', {
      element: (button) => void forms.at(-1)?.buttons.push([button.getAttribute('name') ?? '', button.getAttribute('value') ?? '']),
    })
    .transform(html);
  return forms;
}

const decoded = (text: string) =>
  text.replace(/&(?:quot|#x27|#39|lt|gt|amp);/g, (entity) => ({ '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' })[entity] ?? "'");
