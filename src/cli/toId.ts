import { InvalidArgumentError } from 'commander';
import { maxInt64, parseInt64 } from '../model/int64.ts';

export function toId(text: string): bigint {
  const id = parseInt64(text);
  if (id === undefined || id <= 0n) throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxInt64}.`);
  return id;
}
