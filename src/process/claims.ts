import type { Awaitable } from '../model/awaitable.ts';
import type { Ask } from './link.ts';

/** Names of which each is held by one at a time. */
export type Claims = {
  /** @returns whether nobody had it */
  take(name: string): Awaitable<boolean>;
  giveBack(name: string): void;
};

/** What a thread asks of the one that keeps the names for all. */
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

/** What the thread that keeps the names answers one of the others. `end` gives back what that thread held. */
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

/** The names as another thread keeps them. */
export function claimsElsewhere(ask: Ask<ClaimAnswers>): Claims {
  return {
    take: (name) => ask('takeName', name),
    giveBack: (name) => void ask('giveNameBack', name).catch(() => {}),
  };
}
