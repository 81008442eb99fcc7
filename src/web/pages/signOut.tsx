/** @jsxImportSource #jsx */
import { dropSession } from '../../http/sessionCookie.ts';
import { Problem, undefinedIfNotFound } from '../../model/problem.ts';
import { writes } from '../../operations/writes.ts';
import type { Form } from '../form.ts';
import { PageForm } from '../parts/form.tsx';
import { TaskPage } from '../parts/sheet.tsx';
import { formPaths, sitePaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';

/** Deletes the cookie, and ends the session, so that a copy of the cookie is worthless too. */
export const signOut: Form = {
  async show(visit, state) {
    if (!visit.member) return { location: sitePaths.front };
    const { title, lead, button } = memberTexts[visit.language].signOut;
    return {
      title,
      path: formPaths.signOut,
      body: (
        <TaskPage title={title} lead={lead(visit.member.account.name)}>
          <PageForm visit={visit} action={formPaths.signOut} state={state} button={button}>
            {null}
          </PageForm>
        </TaskPage>
      ),
    };
  },

  async send(visit) {
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
