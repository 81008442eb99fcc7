import { Histogram, type Registry } from 'prom-client';
import type { Passwords } from '../auth/password.ts';
import { atScrape } from './atScrape.ts';

/** @returns a function for the seconds of a hash, without its wait */
export function hashMetrics(registry: Registry): (seconds: number) => void {
  const duration = new Histogram({
    name: 'rockola_password_hash_duration_seconds',
    help: 'Time to hash or verify a password, without its wait.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  return (seconds) => duration.observe(seconds);
}

export function passwordMetrics(registry: Registry, passwords: Passwords): void {
  const { gauge, count } = atScrape(registry);
  gauge('passwords_running', 'Passwords being hashed.', () => passwords.figures().running);
  gauge('passwords_waiting', 'Passwords that wait to be hashed.', () => passwords.figures().waiting);
  count('passwords_refused_total', 'Passwords turned away since too many waited.', () => passwords.figures().refused);
}
