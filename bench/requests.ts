import { queriesFor } from './catalogue/queries.ts';
import type { FilledStore } from './catalogue/stores.ts';
import type { Workload } from './load/workload.ts';

/** The requests that are measured, for a store of a size. */

export function readOne({ size }: FilledStore): Workload {
  return { method: 'GET', path: '/api/v1/artists/{id}', headers: {}, ids: [1, size] };
}

/** `*` stands for the tag of whatever is there. */
export function readUnchanged(store: FilledStore): Workload {
  return { ...readOne(store), headers: { 'If-None-Match': '*' } };
}

export function listFirst(): Workload {
  return { method: 'GET', path: '/api/v1/artists', headers: {}, ids: [1, 1] };
}

/** Pages of the last half as `next` leads to them. */
export function listDeep({ size }: FilledStore): Workload {
  const path = '/api/v1/artists?limit=10&offset={id}&after={id}';
  return { method: 'GET', path, headers: {}, ids: [Math.ceil(size / 2), size - 20] };
}

export function search({ size }: FilledStore): Workload {
  return { method: 'GET', path: '/api/v1/search?q={text}', headers: {}, ids: [1, 1], texts: queriesFor(size) };
}

const description = 'Cantante, guitarrista y poeta, fundador de un grupo de rock de Buenos Aires de los años setenta.';

export function add({ key }: FilledStore): Workload {
  return { ...write(key), method: 'POST', path: '/api/v1/artists' };
}

export function replaceRandom({ key, size }: FilledStore): Workload {
  return { ...write(key), method: 'PUT', path: '/api/v1/artists/{id}', ids: [1, size] };
}

export function replaceHot({ key }: FilledStore): Workload {
  return { ...write(key), method: 'PUT', path: '/api/v1/artists/1' };
}

function write(key: string): Pick<Workload, 'headers' | 'body' | 'ids'> {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
  const body = JSON.stringify({ name: 'Almendra {n}', description, image: '', band: 'Almendra' });
  return { headers, body, ids: [1, 1] };
}
