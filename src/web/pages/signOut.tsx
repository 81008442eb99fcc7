/** @jsxImportSource #jsx */
import { dropSession } from '../../http/sessionCookie.ts';
import { Problem } from '../../model/problem.ts';
import { writes } from '../../operations/writes.ts';
import type { Form } from '../form.ts';
import { memberTexts } from '../memberTexts.ts';
import { PageForm } from '../parts/form.tsx';
import { formPaths, sitePaths } from '../paths.ts';

/** Ends the login of this browser: the cookie goes, and would open nothing. */
export const signOut: Form = {
  async show(visit, state) {
    if (!visit.member) return { location: sitePaths.front };
    const { title, lead, button } = memberTexts[visit.language].signOut;
    return {
      title,
      path: formPaths.signOut,
      body: (
        <section class="sheet">
          <h1>{title}</h1>
          <p class="lead">{lead(visit.member.account.name)}</p>
          <PageForm visit={visit} action={formPaths.signOut} state={state} button={button}>
            {null}
          </PageForm>
        </section>
      ),
    };
  },

  async send({ member }, { write }) {
    if (member?.actor.sessionId) await write(writes.endSession, member.actor.sessionId).catch(passOver);
    return { location: sitePaths.front, headers: dropSession() };
  },
};

/** Another tab may have signed out just now. @throws what is no refusal of that kind */
function passOver(error: unknown): void {
  if (!(error instanceof Problem && (error.code === 'invalid-token' || error.code === 'not-found'))) throw error;
}
