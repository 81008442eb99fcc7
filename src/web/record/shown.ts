import type { FormTexts } from '../texts/form.ts';
import type { Label } from '../texts/kinds/label.ts';

/** The names of the artists that values refer to. */
export type Names = Map<bigint, string>;

/** A value of a member as people read it; "" where it is empty. */
export function shownValue(value: unknown, label: Label | undefined, { yesOrNo }: FormTexts, names: Names): string {
  const word = (text: string) => label?.words?.[text] ?? text;
  if (Array.isArray(value)) return value.map(word).join(', ');
  if (typeof value === 'boolean') return value ? yesOrNo.yes : yesOrNo.no;
  if (typeof value === 'bigint') return names.get(value) ?? `#${value}`;
  return value === null || value === undefined ? '' : word(String(value));
}
