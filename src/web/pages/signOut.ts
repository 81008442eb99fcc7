import { dropSession } from '../../http/sessionCookie.ts';
import { Problem, undefinedIfNotFound } from '../../model/problem.ts';
import { writes } from '../../operations/writes.ts';
import type { Form } from '../form.ts';
import { formPage } from '../parts/sheet.tsx';
import { formPaths, sitePaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';

/** Deletes the cookie, and ends the session, so that a copy of the cookie is worthless too. */
export const signOut: Form = {
  async show(visit, state) {
    if (!visit.member) return { location: sitePaths.front };
    const { title, lead, button } = memberTexts[visit.language].signOut;
    return formPage(visit, state, { title, path: formPaths.signOut, lead: lead(visit.member.account.name), button, fields: null });
  },

  async onSubmit(visit) {
    await endLogin(visit);
    return { location: sitePaths.front, headers: dropSession() };
  },
};

/** Another tab may have ended the session already. */
export async function endLogin({ services, member }: Visit): Promise<void> {
  const { actor } = member ?? {};
  if (!actor?.sessionId) return;
  try {
    await services.store.write(writes.endSession, actor, actor.sessionId);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'invalid-token')) undefinedIfNotFound(error);
  }
}
