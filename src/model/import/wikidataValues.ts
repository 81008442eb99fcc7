import { spanOf } from '../edtf.ts';
import type { Json } from '../json.ts';
import type { Given } from './importRow.ts';

// The form of entities: https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html

/** The value at a path; undefined if there is none. */
export function valueAt(value: Json | undefined, ...path: string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Given)[step] : undefined),
    value,
  );
}

export function textAt(value: Json | undefined, ...path: string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function listAt(value: Json | undefined, ...path: string[]): Json[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The preferred statements of a property. If it has none: all statements that are not deprecated. */
export function statementsOf(entity: Given, property: string): Json[] {
  const all = listAt(entity, 'claims', property).filter(
    (claim) => valueAt(claim, 'rank') !== 'deprecated' && valueAt(claim, 'mainsnak', 'snaktype') !== 'novalue',
  );
  const preferred = all.filter((claim) => valueAt(claim, 'rank') === 'preferred');
  return preferred.length > 0 ? preferred : all;
}

const valueIn = (snak: Json | undefined) => valueAt(snak, 'datavalue', 'value');
export const mainValue = (statement: Json) => valueIn(valueAt(statement, 'mainsnak'));

export const textsOf = (entity: Given, property: string) =>
  statementsOf(entity, property).flatMap((claim) => textAt(mainValue(claim)) ?? []);

/** The entities that a property names. */
export const itemsOf = (entity: Given, property: string) => [
  ...new Set(statementsOf(entity, property).flatMap((claim) => textAt(mainValue(claim), 'id') ?? [])),
];

/** The number of an item: 5 of Q5. */
export function numberOf(item: string | undefined): number | undefined {
  const [, digits] = /^Q([1-9]\d{0,11})$/.exec(item ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const circa = 'Q5727902';

/** The first date of a property, as EDTF; null if its year is not known. */
export function dateOf(entity: Given, property: string): string | null {
  const dates = statementsOf(entity, property).flatMap((claim) => {
    const date = dateIn(mainValue(claim));
    const isAbout = listAt(claim, 'qualifiers', 'P1480').some((snak) => textAt(valueIn(snak), 'id') === circa);
    return date ? `${date}${isAbout ? '~' : ''}` : [];
  });
  return dates.toSorted()[0] ?? null;
}

export const qualifierDate = (statement: Json, property: string) => dateIn(valueIn(listAt(statement, 'qualifiers', property)[0]));

/** Wikidata's numbers for the precision of a year, a month and a day. */
const precisions = [9n, 10n, 11n];

function dateIn(value: Json | undefined): string | null {
  const [, ...parts] = /^\+(\d{4})-(\d\d)-(\d\d)T/.exec(textAt(value, 'time') ?? '') ?? [];
  const date = parts.slice(0, precisions.indexOf(valueAt(value, 'precision') as bigint) + 1).join('-');
  return spanOf(date) ? date : null;
}
