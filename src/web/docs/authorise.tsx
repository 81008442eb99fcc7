/** @jsxImportSource #jsx */
import type { DocsWords } from '../texts/docs.ts';

/** Credentials stay in these fields. A link that leads to another page of the docs carries them there. A reload forgets them. */
export function Authorise({ words }: { words: DocsWords['authorise'] }) {
  return (
    <form class="panel" id="authorise">
      <fieldset disabled>
        <legend>{words.title}</legend>
        <p>{words.lead}</p>
        <div class="pair">
          <Secret id="token" label={words.token} hint={words.tokenHint} />
          <Secret id="key" label={words.key} hint={words.keyHint} />
        </div>
        <p class="send">
          <button type="reset" class="quiet">
            {words.forget}
          </button>
          <span id="authorised" role="status">
            {words.none}
          </span>
        </p>
      </fieldset>
      <noscript>
        <p class="note">{words.noScript}</p>
      </noscript>
    </form>
  );
}

function Secret({ id, label, hint }: { id: string; label: string; hint: string }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="password" autocomplete="off" spellcheck={false} placeholder={hint} />
    </div>
  );
}
