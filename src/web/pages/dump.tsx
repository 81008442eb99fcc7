/** @jsxImportSource #jsx */
import { type Dump, filesOf } from '../../model/dump.ts';
import { listDumps } from '../../operations/dump.ts';
import { sitePaths } from '../paths.ts';
import { inlineCode } from '../text.tsx';
import { dumpTexts } from '../texts/dump.ts';
import type { Shown, Visit } from '../visit.ts';

/** The dumps that can be downloaded. */
export async function dumpsPage(visit: Visit): Promise<Shown> {
  const { services, language, prefix } = visit;
  const words = dumpTexts[language];
  const dumps = listDumps(services.config.dumpsFolder);
  return {
    title: words.title,
    path: sitePaths.dumps,
    description: words.lead,
    body: (
      <>
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        {dumps.length === 0 ? (
          <p class="muted">{words.none}</p>
        ) : (
          <>
            <ul>
              {dumps.map((dump) => (
                <li>
                  <Row visit={visit} dump={dump} />
                </li>
              ))}
            </ul>
            <p>
              <a href={`${prefix}${sitePaths.dumps}/index.json`}>index.json</a>: {inlineCode(words.index)}
            </p>
          </>
        )}
      </>
    ),
  };
}

const megabyte = 1_000_000;

function Row({ visit: { language, prefix, texts }, dump }: { visit: Visit; dump: Dump }) {
  const { made_at, records } = dump;
  return (
    <>
      {texts.date(Date.parse(made_at))}, {made_at.slice(11, 16)} UTC: {dumpTexts[language].records(texts.number(BigInt(records)))}
      <ul>
        {filesOf(dump).map(({ file, bytes, sha256 }) => (
          <li>
            <a href={`${prefix}${sitePaths.dumps}/${file}`} download="">
              {file}
            </a>
            , {texts.number(BigInt(Math.ceil(bytes / megabyte)))} MB, SHA-256 <code>{sha256}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
