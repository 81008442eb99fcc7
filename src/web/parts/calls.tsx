/** @jsxImportSource #jsx */
import { sitePaths } from '../paths.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';

/** The placeholder of a key in a call. */
const placeholder = 'ROCKOLA_KEY';

/**
 * How programs call the API with a key. `apiKey`: one that the page shows. The link to the docs carries it, and a button inserts it. Without
 * script both are hidden: the docs could not take the key out of the address.
 */
export function Calls({ visit: { services, prefix, language }, apiKey }: { visit: Visit; apiKey?: string }) {
  const words = memberTexts[language].keys.calls;
  const base = `${services.publicUrl}/api/v1`;
  return (
    <section aria-labelledby="calls" class="calls" data-copy={words.copy} data-copied={words.copied}>
      <h2 id="calls">{words.title}</h2>
      <p>
        {words.base} <code>{base}</code>.{' '}
        {services.config.docs && (
          <a href={prefix + sitePaths.docs + (apiKey === undefined ? '' : `#key=${apiKey}`)} hidden={apiKey !== undefined}>
            {words.docs}
          </a>
        )}
      </p>
      {apiKey !== undefined && (
        <p class="send">
          <button type="button" class="quiet" data-fill={placeholder} hidden>
            {words.fill}
          </button>
        </p>
      )}
      {Object.entries(callsTo(`${base}/artists?limit=3`)).map(([name, text]) => (
        <>
          <h3>{name}</h3>
          <pre tabindex={0}>
            <code>{text}</code>
          </pre>
        </>
      ))}
    </section>
  );
}

export const CopyScript = ({ prefix }: Pick<Visit, 'prefix'>) => <script type="module" src={`${prefix}/assets/copy.js`} />;

const callsTo = (url: string) => ({
  curl: `curl -H 'X-API-Key: ${placeholder}' '${url}'`,
  JavaScript: `const answer = await fetch('${url}', { headers: { 'X-API-Key': '${placeholder}' } });
const { data } = await answer.json();`,
  Python: `import json, urllib.request

request = urllib.request.Request('${url}', headers={'X-API-Key': '${placeholder}'})
print(json.load(urllib.request.urlopen(request))['data'])`,
});
