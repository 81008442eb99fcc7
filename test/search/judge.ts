import type { Judged } from './set.ts';

/** The paths of the two operations that search. */
export const searchPaths = { search: '/api/v1/search', artists: '/api/v1/artists' } as const;
export type SearchOperation = keyof typeof searchPaths;

/** The result of a query: the answer itself, the names in it, and the place of the first right one, from 1. */
export type Verdict = Judged & { answer: string; found: string[]; place: number | undefined };

/** Results that are requested for each query. A right answer that comes later counts as missed. */
const resultLimit = 5;
const atOnce = 6;
const maxWait = 60_000;

/** Sends every query of a set, a few at once. */
export async function judgeAll(url: string, operation: SearchOperation, set: Judged[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let from = 0; from < set.length; from += atOnce) {
    const batch = set.slice(from, from + atOnce).map((judged) => judge(url, operation, judged));
    verdicts.push(...(await Promise.all(batch)));
  }
  return verdicts;
}

async function judge(url: string, operation: SearchOperation, judged: Judged): Promise<Verdict> {
  const path = `${searchPaths[operation]}?limit=${resultLimit}&q=${encodeURIComponent(judged.query)}`;
  const answer = await answerTo(url + path);
  const found = (JSON.parse(answer) as { data: Found[] }).data.map(nameOf);
  const wanted = new Set(operation === 'search' ? judged.wanted : judged.wanted.map(artistOf));
  const place = found.findIndex((name) => wanted.has(name));
  return { ...judged, answer, found, place: place < 0 ? undefined : place + 1 };
}

/** A refused query counts as finding nothing. A query that is sent before the index is complete is repeated. */
export async function answerTo(url: string): Promise<string> {
  for (const end = Date.now() + maxWait; Date.now() < end; await Bun.sleep(100)) {
    const response = await fetch(url);
    const text = await response.text();
    if (response.status === 200) return text;
    if (response.status === 400) return '{"data":[]}';
    if (response.status !== 503) throw new Error(`${url} is answered ${response.status}: ${text}`);
  }
  throw new Error(`${url} is answered 503 for ${maxWait / 1000} seconds`);
}

type Found = { name?: string; kind?: string; artist?: { name: string }; album?: { name: string } | null };

function nameOf({ name, artist, album }: Found): string {
  if (artist === undefined) return name ?? '';
  return album ? `${artist.name} / ${album.name}` : artist.name;
}

function artistOf(answer: string): string {
  return answer.split(' / ')[0] ?? '';
}

export type Figures = { queries: number; first: number; firstFive: number };

/** The share of queries with a right first result, and of those with a right one among the first five. */
export function figuresOf(verdicts: Verdict[]): Figures {
  const share = (most: number) => verdicts.filter(({ place = Number.POSITIVE_INFINITY }) => place <= most).length / verdicts.length;
  return { queries: verdicts.length, first: share(1), firstFive: share(resultLimit) };
}

/** The goal of a set. */
export const goal = { first: 0.9, firstFive: 0.98 };

export function reaches({ first, firstFive }: Figures, least = goal): boolean {
  return first >= least.first && firstFive >= least.firstFive;
}
