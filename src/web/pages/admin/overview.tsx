/** @jsxImportSource #jsx */
import { lastBackup } from '../../../operations/overview.ts';
import { reads } from '../../../operations/reads.ts';
import { version } from '../../../version.ts';
import { type MemberVisit, memberForm } from '../../form.ts';
import { ownPage } from '../../parts/own.tsx';
import { inlineCode } from '../../text.tsx';
import { memberTexts } from '../../texts/member.ts';

export const admin = memberForm('administer', {
  async show(visit) {
    const { services, language, caller, texts } = visit;
    const found = await services.store.readSlow(reads.readOverview, null, caller());
    const words = memberTexts[language].admin;
    return ownPage(visit, 'admin', {
      body: (
        <>
          <dl class="figures">
            <Figure label={texts.nav.artists} value={texts.number(found.artists)} />
            <Figure label={texts.nav.albums} value={texts.number(found.albums)} />
            <Figure label={words.accounts} value={texts.number(found.accounts)} />
            <Figure label={words.store} value={sizeOf(visit)} />
            <Figure
              label={services.config.mail ? words.mail : words.mailLabelOff}
              value={services.config.mail ? texts.number(found.mail) : words.mailOff}
              note={waitsSince(visit, found.oldestMail)}
            />
            <Backup visit={visit} now={Date.now()} />
            <Figure label={words.version} value={version} />
          </dl>
          <p class="note">{inlineCode(words.more)}</p>
        </>
      ),
    });
  },
});

function Figure({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value} {note && <small>{note}</small>}
      </dd>
    </div>
  );
}

function Backup({ visit: { services, language, texts }, now }: { visit: MemberVisit; now: number }) {
  const words = memberTexts[language].admin.backup;
  const backup = lastBackup(services.config.database);
  if (!backup) return <Figure label={words.label} value={words.ofDatabase} />;
  const { at, failedAt } = backup;
  const failed = failedAt !== undefined && failedAt > (at ?? 0) ? words.failed(texts.date(failedAt)) : undefined;
  if (at === undefined) return <Figure label={words.label} value={words.none} note={failed} />;
  const days = Math.max(0, Math.floor((now - at) / dayMs));
  return <Figure label={words.label} value={words.age(days)} note={failed ?? `${texts.date(at)}, ${timeOf(at)} UTC`} />;
}

const dayMs = 86_400_000;
const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 16);

const megabyte = 1_000_000n;

function sizeOf({ services, language, texts }: MemberVisit): string {
  const words = memberTexts[language].admin;
  const { size } = services.store.figures();
  if (!size) return words.unknown;
  const shown = (bytes: number) => texts.number((BigInt(bytes) + megabyte - 1n) / megabyte);
  return `${shown(size.bytes)} MB${size.limit === undefined ? '' : ` ${words.of} ${shown(size.limit)}`}`;
}

function waitsSince({ texts, language }: MemberVisit, oldest: number | null): string | undefined {
  return oldest === null ? undefined : memberTexts[language].admin.since(texts.date(oldest));
}
