/** @jsxImportSource #jsx */
import type { Webhook } from '../../model/webhook.ts';
import type { WebhookAttempt } from '../../model/webhookAttempt.ts';
import type { MemberVisit } from '../form.ts';
import { memberTexts } from '../texts/member.ts';
import { SignedIn } from './form.tsx';

/** The names of the buttons of a webhook. The value of each is the id of the webhook. */
export const hookButtons = ['test', 'resume', 'skip', 'now', 'rotate', 'delete'] as const;
type Button = (typeof hookButtons)[number];

type Props = { visit: MemberVisit; action: string; hooks: Webhook[]; attempts: WebhookAttempt[][] };

export function Hooks({ visit, action, hooks, attempts }: Props) {
  return (
    <form method="post" action={visit.prefix + action}>
      <SignedIn visit={visit} />
      <ul class="rows">
        {hooks.map((hook, i) => (
          <Hook visit={visit} hook={hook} attempts={attempts[i] ?? []} />
        ))}
      </ul>
    </form>
  );
}

function Hook({ visit, hook, attempts }: { visit: MemberVisit; hook: Webhook; attempts: WebhookAttempt[] }) {
  const { language, texts } = visit;
  const words = memberTexts[language].webhooks;
  const { state, reason, failingSince, dueAt } = hook;
  return (
    <li>
      <div>
        <strong>
          <bdi>{hook.url}</bdi>
        </strong>
        <p class="note">
          {words.states[state]}
          {reason && ` ${words.reasons[reason]}`}
          {failingSince !== null && state !== 'off' && ` ${words.failing(texts.date(dueAt))}`}
        </p>
        {attempts.length > 0 && (
          <details>
            <summary>{words.attempts}</summary>
            <ul>
              {attempts.map((attempt) => (
                <li>
                  {texts.date(attempt.at)}: {attempt.type}, {attempt.failure ?? words.arrived}
                  {attempt.status !== null && ` (${attempt.status})`}
                </li>
              ))}
            </ul>
          </details>
        )}
        <p class="send">
          {buttonsOf(hook).map((name) => (
            <button type="submit" name={name} value={String(hook.id)} class="quiet" aria-label={`${words.buttons[name]}: ${hook.url}`}>
              {words.buttons[name]}
            </button>
          ))}
        </p>
      </div>
    </li>
  );
}

function buttonsOf({ state, failingSince }: Webhook): Button[] {
  const canResume = state === 'off' || failingSince !== null;
  return hookButtons.filter((name) => canResume || !['resume', 'skip', 'now'].includes(name));
}
