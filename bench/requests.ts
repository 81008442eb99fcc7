import { artistParts } from '../src/model/artistParts.ts';
import { queriesFor } from './catalogue/queries.ts';
import type { FilledStore } from './catalogue/stores.ts';
import type { Workload } from './load/workload.ts';

/** The requests that are measured, for a store of a size. */

export function readOne({ size }: FilledStore): Workload {
  return { method: 'GET', path: '/api/v1/artists/{id}', headers: {}, ids: [1, size] };
}

/** `*` matches any entity tag, so the answer is 304. */
export function readUnchanged(store: FilledStore): Workload {
  return { ...readOne(store), headers: { 'If-None-Match': '*' } };
}

export function listFirst(): Workload {
  return { method: 'GET', path: '/api/v1/artists', headers: {}, ids: [1, 1] };
}

/** With every part that `include` may name. */
export function readAll(store: FilledStore): Workload {
  return { ...readOne(store), path: `/api/v1/artists/{id}?include=${artistParts.join()}` };
}

export function readMembers(store: FilledStore): Workload {
  return { ...readOne(store), path: '/api/v1/artists/{id}/members' };
}

export function readBands(store: FilledStore): Workload {
  return { ...readOne(store), path: '/api/v1/artists/{id}/bands' };
}

/** Looks up 100 artists by identifiers of another catalogue, different ones each time. */
export function lookUp({ size }: FilledStore): Workload {
  const texts = Array.from({ length: 50 }, () =>
    Array.from({ length: 100 }, () => `discogs:${1 + Math.floor(Math.random() * size)}`).join(),
  );
  return { method: 'GET', path: '/api/v1/artists?limit=100&identifier={text}', headers: {}, ids: [1, 1], texts };
}

/** Pages of the second half of the list, requested as the `next` links do. */
export function listDeep({ size }: FilledStore): Workload {
  const path = '/api/v1/artists?limit=10&offset={id}&after={id}';
  return { method: 'GET', path, headers: {}, ids: [Math.ceil(size / 2), size - 20] };
}

export function search({ size }: FilledStore): Workload {
  return { method: 'GET', path: '/api/v1/search?q={text}', headers: {}, ids: [1, 1], texts: queriesFor(size) };
}

export function searchAlias(store: FilledStore): Workload {
  return { ...search(store), texts: queriesFor(store.size, 'aliases') };
}

const description = 'Cantante, guitarrista y poeta, fundador de un grupo de rock de Buenos Aires de los años setenta.';

export function add({ key }: FilledStore): Workload {
  return { ...write(key), method: 'POST', path: '/api/v1/artists' };
}

/** A member of a random artist, who is another artist of the store. */
export function addMembership({ key, size }: FilledStore): Workload {
  const record = { credited: 'Almendra {n}', roles: ['guitar'], from: '1968', to: '1970', ended: true, note: '' };
  const body = JSON.stringify(record).replace('{', '{"person":{id}0,');
  return { ...write(key), method: 'POST', path: '/api/v1/artists/{id}/members', body, ids: [1, Math.floor(size / 10)] };
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
