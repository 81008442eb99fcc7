/** @jsxImportSource #jsx */
import { undefinedIfNotFound } from '../../../model/problem.ts';
import type { Session } from '../../../model/session.ts';
import { listSessions } from '../../../operations/session.ts';
import { writes } from '../../../operations/writes.ts';
import { type Answer, type MemberVisit, memberForm, type Sent } from '../../form.ts';
import { SignedIn, Summary } from '../../parts/form.tsx';
import { ownPage } from '../../parts/own.tsx';
import { formPaths } from '../../paths.ts';
import { numberIn } from '../../query.ts';
import { memberTexts } from '../../texts/member.ts';

const path = formPaths.accountSessions;

/** An account has at most 100 sessions, so all are on one page. */
export const accountSessions = memberForm('manage own account', {
  async show(visit, state) {
    const words = memberTexts[visit.language].sessions;
    const sessions = await loginsOf(visit);
    return ownPage(visit, 'accountSessions', {
      lead: words.lead,
      body: (
        <form method="post" action={visit.prefix + path}>
          <SignedIn visit={visit} />
          <Summary visit={visit} state={state} labels={{}} />
          <ul class="rows">
            {sessions.map((session) => (
              <Row visit={visit} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <p class="send">
              <button type="submit" name="others" value="on">
                {words.endOthers}
              </button>
            </p>
          )}
        </form>
      ),
    });
  },

  async onSubmit(visit, sent) {
    if (!sent.fields.has('others')) return endOne(visit, sent);
    await sent.write(writes.endAllSessions, { keepOwn: true });
    return { location: path, done: 'othersEnded' };
  },
});

async function endOne({ member }: MemberVisit, { fields, write }: Sent): Promise<Answer> {
  const id = numberIn(fields.get('end'), 'such login');
  await write(writes.endSession, id).catch(undefinedIfNotFound);
  return id === member.actor.sessionId ? { location: formPaths.signIn } : { location: path, done: 'sessionEnded' };
}

async function loginsOf({ services, member }: MemberVisit): Promise<Session[]> {
  const page = { limit: 100n, offset: 0n };
  const { records } = await services.store.read(listSessions, { accountId: member.account.id, now: Date.now(), page });
  const { sessionId } = member.actor;
  return records.toSorted((a, b) => Number(b.id === sessionId) - Number(a.id === sessionId) || lastUse(b) - lastUse(a));
}

const lastUse = ({ lastUsedAt, createdAt }: Session) => lastUsedAt ?? createdAt;

function Row({ visit: { language, member, texts }, session }: { visit: MemberVisit; session: Session }) {
  const words = memberTexts[language].sessions;
  const name = shortDevice(session.device) || words.unknown;
  const current = session.id === member.actor.sessionId;
  const end = current ? words.signOut : words.end;
  return (
    <li>
      <div>
        <strong title={session.device}>
          <bdi>{name}</bdi>
        </strong>{' '}
        {current && <span class="tag">{words.current}</span>}
        <p class="note">
          {words.since(texts.date(session.createdAt))}. {session.lastUsedAt !== null && words.used(texts.date(session.lastUsedAt))}
        </p>
      </div>
      <button type="submit" name="end" value={String(session.id)} class="quiet" aria-label={`${end}: ${name}`}>
        {end}
      </button>
    </li>
  );
}

/** The browser and system in a `User-Agent`; for other programs its first 60 characters. */
function shortDevice(device: string): string {
  const browser = /\b(Firefox|Edg|OPR|Chrome|Safari)\//.exec(device)?.[1];
  const system = /\b(Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux)\b/.exec(device)?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' };
  if (!device.startsWith('Mozilla/') || !browser) return device.slice(0, 60);
  return [browser, system].map((name) => name && (names[name] ?? name)).join(' · ');
}
