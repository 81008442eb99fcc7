import type { Ask } from '../process/link.ts';
import type { Passwords, Slot, SlotOwner } from './password.ts';

/** Messages of a thread to the hashing thread, whose slots all threads share. A key identifies a slot. */
export type PasswordAnswers = {
  takeSlot(key: number, holder: SlotOwner): Promise<void>;
  hash(key: number, password: string): Promise<string>;
  verify(key: number, passwordHash: string | null | undefined, password: string): Promise<boolean>;
  giveUp(key: number): void;
};

/** The hashing thread's answers to one other thread. `end` releases the slots of that thread once it has ended. */
export function answersOfPasswords(passwords: Passwords): { answers: PasswordAnswers; end(): void } {
  const slots = new Map<number, Slot>();

  function slotOf(key: number): Slot {
    const slot = slots.get(key);
    if (!slot) throw new Error('a request used a slot that it does not hold');
    return slot;
  }
  function giveUp(key: number): void {
    slots.get(key)?.giveUp();
    slots.delete(key);
  }

  const answers: PasswordAnswers = {
    async takeSlot(key, holder) {
      slots.set(key, await passwords.takeSlot(holder));
    },
    hash: (key, password) => slotOf(key).hash(password),
    verify: (key, passwordHash, password) => slotOf(key).verify(passwordHash, password),
    giveUp,
  };
  return {
    answers,
    end() {
      for (const key of slots.keys()) giveUp(key);
    },
  };
}

/** For a thread that does not hash itself: sends each password to the hashing thread. */
export function passwordsElsewhere(ask: Ask<PasswordAnswers>): Passwords {
  let lastKey = 0;
  return {
    async takeSlot(holder) {
      const key = ++lastKey;
      await ask('takeSlot', key, holder);
      return {
        hash: (password) => ask('hash', key, password),
        verify: (passwordHash, password) => ask('verify', key, passwordHash, password),
        giveUp: () => void ask('giveUp', key).catch(() => {}),
      };
    },
    figures: () => ({ running: 0, waiting: 0, refused: 0 }),
  };
}
