// Entities in the form of Wikidata's dumps. The facts are those of Wikidata; the numbers of the items are not.

type Value = string | { id: string } | { time: string; precision: number } | { text: string; language: string };
type Statement = { value?: Value; rank?: string; qualifiers?: { [property: string]: Value[] } };

const snak = (property: string, value?: Value) => ({
  snaktype: value ? 'value' : 'somevalue',
  property,
  ...(value && { datavalue: { value } }),
});

export const item = (number: number): Value => ({ id: `Q${number}` });
/** A year, a month or a day. */
export function date(text: string): Value {
  const parts = text.split('-');
  return { time: `+${[...parts, '00', '00'].slice(0, 3).join('-')}T00:00:00Z`, precision: 8 + parts.length };
}

export function entity(
  number: number,
  labels: { [language: string]: string },
  claims: { [property: string]: (Value | Statement)[] },
  aliases: { [language: string]: string[] } = {},
) {
  const statementOf = (property: string, claim: Value | Statement) => {
    const isStatement = typeof claim === 'object' && !('id' in claim || 'time' in claim || 'text' in claim);
    const { value, rank = 'normal', qualifiers = {} } = isStatement ? claim : { value: claim };
    const snaks = Object.entries(qualifiers).map(([name, values]) => [name, values.map((value) => snak(name, value))]);
    return { mainsnak: snak(property, value), type: 'statement', rank, qualifiers: Object.fromEntries(snaks) };
  };
  const named = (texts: [string, string | string[]][]) =>
    Object.fromEntries(texts.map(([language, text]) => [language, [text].flat().map((value) => ({ language, value }))]));
  return JSON.stringify({
    ...{ type: 'item', id: `Q${number}` },
    labels: Object.fromEntries(Object.entries(named(Object.entries(labels))).map(([language, [label]]) => [language, label])),
    descriptions: [],
    aliases: named(Object.entries(aliases)),
    claims: Object.fromEntries(Object.entries(claims).map(([name, list]) => [name, list.map((claim) => statementOf(name, claim))])),
    sitelinks: {},
  });
}

const human = { P31: [item(5)] };
const years = (from: string, to: string) => ({ P580: [date(from)], P582: [date(to)] });

/** Serú Girán, two of its members and two albums. A dump has no order, so the group stands after its album and its members. */
export const entities = [
  entity(907, { en: 'La Grasa de las Capitales' }, { P31: [item(482994)], P7937: [item(208569)], P175: [item(901)], P577: [date('1979')] }),
  entity(
    902,
    { en: 'Charly García', es: 'Charly García' },
    {
      ...human,
      P570: [],
      P2031: [date('1967')],
      P1477: [{ text: 'Carlos Alberto García Moreno', language: 'es' }],
      P463: [
        { value: item(901), qualifiers: years('1978', '1982') },
        { value: item(999), rank: 'normal' },
      ],
      P136: [item(11399), item(12345), item(49451)],
    },
    { es: ['Charly', 'Charly García'], de: ['Charly Garcia'] },
  ),
  entity(903, { mul: 'Pedro Aznar' }, human),
  entity(
    901,
    { es: 'Serú Girán', en: 'Seru Giran' },
    {
      P31: [item(5741069)],
      P571: [date('1978-03'), { value: date('1970'), rank: 'deprecated' }],
      P576: [date('1993')],
      P527: [{ value: item(902), qualifiers: {} }, { value: item(903), qualifiers: years('1978', '1982') }, { value: item(998) }],
      P1953: ['82730'],
      P434: ['b8a7c51f-362c-4dcb-a259-bc6e0095f0a6'],
    },
  ),
  entity(908, { es: 'No llores por mí, Argentina' }, { P31: [item(209939)], P175: [item(901)], P577: [date('1982-12-01')] }),
  entity(33, { es: 'rock' }, { P31: [item(188451)] }),
];
