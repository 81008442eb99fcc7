import { expect, test } from 'bun:test';
import type { z } from 'zod';
import { type ArtistFilter, artistQuery, filterParams, fingerprint, isFiltered } from '../../src/model/artistQuery.ts';
import { pageQuery } from '../../src/model/page.ts';

const others = [...Object.keys(pageQuery.shape), 'q', 'sort'];
const filters = Object.entries(artistQuery.shape).filter(([name]) => !others.includes(name));

test.each(filters)('%s alone is a filter: links repeat it, and it changes the fingerprint of cursors', (name, schema) => {
  const text = String((schema as z.ZodOptional<z.ZodType>).unwrap().meta()?.example);
  const query = artistQuery.parse({ [name]: text }) as ArtistFilter;
  expect(isFiltered(query)).toBe(true);
  expect(Object.keys(filterParams(query))).toEqual([name]);
  expect(artistQuery.parse(filterParams(query))).toEqual(query as never);
  expect(fingerprint(query)).not.toBe(fingerprint({}));
});
