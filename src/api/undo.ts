import { z } from 'zod';
import { route } from '../http/route.ts';
import { require } from '../model/actor.ts';
import { idText } from '../model/int64.ts';
import { toJson } from '../model/json.ts';
import { showUndo, undoRequest, undoShape, undoStart } from '../model/undo.ts';
import { reads } from '../operations/reads.ts';
import { undoAccount } from '../operations/undo.ts';
import { writes } from '../operations/writes.ts';

export const undoRoute = route({
  operation: 'revertAccount',
  method: 'post',
  path: '/api/v1/user/accounts/{userId}/reversions',
  tag: 'Administration',
  summary: 'Undo what an account changed in a span of time',
  description:
    'Artists and albums become what they were before, up to 500 in a request; `next` continues. What others changed since then is left as it is, and listed. With `dry_run` it only says what would be done.',
  needs: 'import, undo and hide',
  params: z.strictObject({ userId: idText }),
  body: undoRequest,
  success: { status: 200, description: 'The changes that are undone, or would be, and those that are left', schema: undoShape },
  async handle({ params, body, actor, caller, write, writePart }, { store }) {
    require(actor, 'delete albums');
    const { since, until = Date.now(), dry_run, after = undoStart } = body;
    const request = { accountId: params.userId, since, until, after, dryRun: dry_run };
    const outcome = await undoAccount(request, {
      plan: (query) => store.readSlow(reads.planUndo, query, caller()),
      write: (part, last) => (last ? write : writePart)(writes.undoPart, part),
    });
    return { status: 200, body: toJson(showUndo(dry_run, outcome)) };
  },
});
