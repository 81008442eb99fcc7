import type { Awaitable } from '../model/awaitable.ts';
import type { Ask } from './link.ts';

/** Each name has one owner at a time. */
export type Claims = {
  /** @returns whether the name was free */
  take(name: string): Awaitable<boolean>;
  giveBack(name: string): void;
};

/** Functions of the first thread, which has the names of all threads. */
export type ClaimAnswers = { takeName(name: string): boolean; giveNameBack(name: string): void };

export function createClaims() {
  const taken = new Set<string>();
  return {
    take(name: string): boolean {
      if (taken.has(name)) return false;
      taken.add(name);
      return true;
    },
    giveBack: (name: string): void => void taken.delete(name),
  };
}

/** Answers one other thread. `end` releases its names, once it is gone. */
export function answersOfClaims(claims: ReturnType<typeof createClaims>): { answers: ClaimAnswers; end(): void } {
  const held = new Set<string>();
  const giveNameBack = (name: string) => {
    if (held.delete(name)) claims.giveBack(name);
  };
  return {
    answers: {
      takeName(name) {
        const isFree = claims.take(name);
        if (isFree) held.add(name);
        return isFree;
      },
      giveNameBack,
    },
    end: () => held.forEach(giveNameBack),
  };
}

/** Asks the first thread. */
export function claimsElsewhere(ask: Ask<ClaimAnswers>): Claims {
  return {
    take: (name) => ask('takeName', name),
    giveBack: (name) => void ask('giveNameBack', name).catch(() => {}),
  };
}
