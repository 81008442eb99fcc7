import { InvalidArgumentError } from 'commander';
import { maxInt64, parseInt64 } from '../model/int64.ts';

export const toId = upTo(maxInt64);

/** Makes a parser of whole numbers from 1 to `max`. */
export function upTo(max: bigint): (text: string) => bigint {
  return (text) => {
    const number = parseInt64(text);
    if (number === undefined || number < 1n || number > max) throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
    return number;
  };
}
