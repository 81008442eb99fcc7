/** @jsxImportSource #jsx */
/** Credentials are in these fields only, so a reload forgets them. */
export function Authorise() {
  return (
    <form class="panel" id="authorise">
      <fieldset disabled>
        <legend>Authorisation</legend>
        <p>
          Either is enough. Log in below for both, or take the key that the first start showed. They stay in this page until it is reloaded
          or closed.
        </p>
        <div class="pair">
          <Secret id="token" label="Bearer token" hint="sent as Authorization: Bearer" />
          <Secret id="key" label="API key" hint="sent as X-API-Key" />
        </div>
        <p class="send">
          <button type="reset" class="quiet">
            Forget both
          </button>
          <span id="authorised" role="status">
            Nothing set: enough for reading, signing up and logging in.
          </span>
        </p>
      </fieldset>
      <noscript>
        <p class="note">Trying requests from this page needs JavaScript; the documentation does not.</p>
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
