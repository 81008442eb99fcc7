/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import { may } from '../../model/actor.ts';
import { undefinedIfNotFound } from '../../model/problem.ts';
import { isSame, type Kind } from '../../model/record.ts';
import { isRemark, redactionOf, remarkNames } from '../../model/redaction.ts';
import type { FullVersion } from '../../operations/revision.ts';
import { chosen, memberForm, validated } from '../form.ts';
import { Checks } from '../parts/choice.tsx';
import { EditStyles } from '../parts/editStyles.tsx';
import { Field } from '../parts/form.tsx';
import { formPage } from '../parts/sheet.tsx';
import { aboutVersion } from '../parts/version.tsx';
import { holdsCatalogueText } from '../record/control.ts';
import type { RecordForms, Values } from '../record/kinds.ts';
import { readAll } from '../record/read.ts';
import { readNames, referencesIn } from '../record/reference.ts';
import { shownValue } from '../record/shown.ts';
import { subjectOf, versionIn } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

/** The form to erase values of a version. It offers the values that the record no longer has. */
export function redactOf(kind: Kind) {
  return memberForm('administer', {
    async show(visit, state) {
      const subject = await subjectOf(visit, kind);
      const { path, type, controls } = subject;
      const version = versionIn(state.typed.has('version') ? state.typed : new URLSearchParams(visit.ctx.search));
      const [change, current] = await Promise.all([subject.readVersion(version), subject.read().catch(undefinedIfNotFound)]);
      const names = await readNames(visit, referencesIn([change]));
      const words = formTexts[visit.language];
      const { labels } = words.kinds[kind];
      const { redact } = words;
      const offered = offeredIn(type, change, current?.record).map(([name, value]): [string, Child] => {
        const text = isRemark(name) ? String(value) : shownValue(value, labels[name], words, names);
        const lang = !isRemark(name) && holdsCatalogueText(controls[name]) ? visit.catalogueLang : undefined;
        // One element: the label lays out its children side by side.
        const choice = (
          <span>
            {isRemark(name) ? redact.said[name] : labels[name]?.label}: <bdi lang={lang}>{shorten(text)}</bdi>
          </span>
        );
        return [name, choice];
      });
      return formPage(visit, state, {
        title: redact.title(version),
        path: `${path}/redact?version=${version}`,
        lead: offered.length > 0 ? redact.lead : redact.nothing,
        button: redact.button,
        labels: redact.labels,
        ...(await aboutVersion(visit, subject, change)),
        head: <EditStyles prefix={visit.prefix} />,
        wide: true,
        fields: (
          <>
            <input type="hidden" name="version" value={String(version)} />
            <Checks name="hide" label={redact.labels.hide} state={state} options={[...offered, ['all', redact.all]]} />
            <Field name="reason" label={redact.labels.reason} hint={redact.reason} state={state} required maxlength={1000} />
            <Field name="note" label={redact.labels.note} hint={redact.note} state={state} optional={words.optional} maxlength={1000} />
            <Checks name="sure" label={redact.labels.sure} state={state} options={[['on', redact.sure]]} />
          </>
        ),
      });
    },

    async onSubmit(visit, { fields, write }) {
      const { path, type, redact } = await subjectOf(visit, kind);
      const version = versionIn(fields);
      const text = (name: string) => fields.get(name)?.trim() ?? '';
      const [request] = readAll(
        () => validated(redactionOf(type), { hide: fields.getAll('hide'), reason: text('reason'), note: text('note') }),
        () => chosen(fields, 'sure', ['on']),
      );
      await redact(version, request, write);
      return { location: `${path}/history`, done: 'redacted' };
    },
  });
}

/** The values of a version that can be erased: those that are not empty and that the record does not have now. */
function offeredIn({ names, members }: RecordForms['type'], { revision, unredacted }: FullVersion<Values>, current: Values = {}) {
  const values: Values = unredacted ?? {};
  const isKept = (name: string) => [members[name]?.empty, current[name]].some((value) => isSame(values[name], value));
  const filled = names.filter((name) => name in values && !isKept(name)).map((name) => [name, values[name]] as const);
  return [...filled, ...remarkNames.filter((name) => revision[name] !== null).map((name) => [name, revision[name]] as const)];
}

/** In UTF-16 units. */
const maxShown = 120;
const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown).replace(/[\ud800-\udbff]$/, '')}…` : text);

/** @param path of the record */
export function RedactLink({ visit: { prefix, member, language }, path, version }: { visit: Visit; path: string; version: bigint }) {
  if (!member || !may(member.actor, 'administer')) return null;
  return (
    <p class="note">
      <a href={`${prefix}${path}/redact?version=${version}`}>{formTexts[language].redact.link}</a>
    </p>
  );
}
