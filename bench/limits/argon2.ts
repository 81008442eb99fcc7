import { hashPassword } from '../../src/auth/password.ts';

/** L3: password hashes alone, `atOnce` at a time, with nothing else on the machine. */
const [atOnce = '1', seconds = '1'] = process.argv.slice(2);
if (import.meta.main) console.log(await hashes(Number(atOnce), Number(seconds) * 1000));

/** @returns hashes a second */
async function hashes(atOnce: number, time: number): Promise<number> {
  const start = performance.now();
  let hashed = 0;
  const keepHashing = async () => {
    for (; performance.now() - start < time; hashed++) await hashPassword('i-love-rock');
  };
  await Promise.all(Array.from({ length: atOnce }, keepHashing));
  return (hashed / (performance.now() - start)) * 1000;
}
