import type { Command } from 'commander';
import { z } from 'zod';
import { contextHeaders } from '../http/context.ts';
import { type Context, noContext } from '../model/context.ts';
import { readOptions } from './readOptions.ts';

export type Notes = { comment?: string; source?: string };

/** Adds the options whose texts are stored with every version that the command makes. */
export function withNoteOptions(command: Command): Command {
  return command
    .option('--comment <text>', 'why; stored with each version that the command makes')
    .option('--source <url>', 'a web page that supports the change; also stored with each version');
}

/** @throws StartRefused with a sentence for each error */
export function contextOf({ comment, source }: Notes): Context {
  const schema = z.strictObject({
    comment: contextHeaders['Change-Comment'].schema.optional(),
    source: contextHeaders['Change-Source'].schema.optional(),
  });
  const notes = readOptions(schema, { comment, source });
  return { ...noContext, comment: notes.comment || null, source: notes.source || null };
}
