import type { LeftReason } from '../../model/undo.ts';
import type { Reason } from '../record/reason.ts';
import type { Label } from './kinds/label.ts';
import { type KindTexts, kindTexts } from './kinds.ts';
import type { Language } from './site.ts';

/** Forms of the catalogue. */
export type FormTexts = {
  kinds: KindTexts;
  reason: Record<keyof Reason, Label> & { title: string };
  optional: string;
  /** The heading of fields that few people fill in. */
  further: string;
  /** The empty option of a choice. */
  choose: string;
  yesOrNo: Record<'' | 'yes' | 'no', string>;
  add: { link: string; title: string; lead: string; button: string };
  rows: { link: string; hint: string; more: string; before: (added: number) => string; there: string };
  edit: { link: string; title: (name: string) => string; button: string; gone: string };
  remove: {
    link: string;
    title: (name: string) => string /** @param albums of the artist, which are deleted too */;
    lead(albums: number): string;
    button: string;
  };
  duplicates: { title: string; lead: string; button: string; albums: { title: string; lead: string } };
  clash: Record<'title' | 'lead' | 'now' | 'changed' | 'mine' | 'theirs' | 'taken' | 'button' | 'choose', string>;
  undo: Record<
    | 'link'
    | 'this'
    | 'back'
    | 'bring'
    | 'bringArtist'
    | 'bringAlbum'
    | 'bringFirst'
    | 'titleThis'
    | 'titleBack'
    | 'leadThis'
    | 'leadBack'
    | 'lost',
    string
  >;
  /** `comment`, `all` and `none`: the choices. */
  hide: Record<'title' | 'lead' | 'label' | 'comment' | 'all' | 'none' | 'button', string>;
  /** `reason`, `note`: hints of these fields. */
  redact: Record<'link' | 'lead' | 'nothing' | 'all' | 'reason' | 'note' | 'sure' | 'button', string> & {
    title: (version: bigint) => string;
    said: Record<'comment' | 'source', string>;
    labels: Record<'hide' | 'reason' | 'note' | 'sure', string>;
  };
  account: {
    title: (account: bigint) => string;
    own: string;
    lead: string;
    undo: string;
    undoOwn: string;
    undoTitle: (account: bigint) => string;
    undoLead: string;
    since: string;
    until: string;
    untilHint: string;
    time: string;
    look: string;
    run: string;
    more: string;
    /** @param since in UTC @param until in UTC */
    span: (since: string, until: string) => string;
    otherSpan: string;
    suspend: string;
    planned: (count: number) => string;
    done: (count: number) => string;
    nothing: string;
    left: (count: number) => string;
    rest: string;
    /** @param name after the change; "" if the change is listed member by member */
    actions: Record<'update' | 'restore' | 'delete', (name: string) => string>;
    reasons: Record<LeftReason, string>;
  };
  cancel: string;
};

const es: FormTexts = {
  kinds: kindTexts.es,
  reason: {
    title: 'Sobre este cambio',
    comment: { label: 'Por qué', hint: 'Queda en el historial y lo puede ver cualquiera.' },
    source: { label: 'Fuente', hint: 'Un enlace que lo respalde.' },
  },
  optional: 'opcional',
  further: 'Más',
  choose: 'Elegí…',
  yesOrNo: { '': 'No se sabe', yes: 'Sí', no: 'No' },
  add: {
    link: 'Agregar un artista',
    title: 'Agregar un artista',
    lead: 'Con el nombre alcanza; el resto se puede completar después.',
    button: 'Agregar',
  },
  rows: {
    link: 'Agregar o corregir',
    hint: 'Las filas vacías se ignoran.',
    more: 'Más filas',
    before: (added) => `${['Todavía no se agregó nada', 'Se agregó 1'][added] ?? `Se agregaron ${added}`}. Falta lo de abajo.`,
    there: 'Ya están',
  },
  edit: {
    link: 'Editar',
    title: (name) => `Editar ${name}`,
    button: 'Guardar',
    gone: 'Mientras escribías, alguien lo borró. Lo que escribiste sigue acá, por si lo necesitás.',
  },
  remove: {
    link: 'Borrar',
    title: (name) => `Borrar ${name}`,
    lead: (albums) =>
      `${['Se borra del catálogo', 'Se borra junto con su disco'][albums] ?? `Se borra junto con sus ${albums} discos`}. Podés recuperarlo desde su historial.`,
    button: 'Borrar',
  },
  duplicates: {
    title: '¿No será alguno de estos?',
    lead: 'Ya hay artistas con un nombre muy parecido. Si no es ninguno de estos, agregalo.',
    button: 'Es otro: agregarlo igual',
    albums: { title: '¿No será este?', lead: 'El artista ya tiene un disco con ese nombre. Si el tuyo es otro, agregalo.' },
  },
  clash: {
    title: 'Otra persona cambió lo mismo que vos',
    lead: 'Mientras escribías, otra persona guardó cambios. Ya combinamos lo que no choca; elegí en lo que está marcado. Lo tuyo está en los campos, y podés retocarlo antes de guardar.',
    now: 'Ahora dice',
    changed: 'Qué cambió',
    mine: 'Dejar lo mío',
    theirs: 'Dejar lo que está ahora',
    taken: 'Otra persona cambió esto mientras escribías; el campo ya lo muestra.',
    button: 'Guardar lo elegido',
    choose: 'Elegí cuál dejar.',
  },
  undo: {
    link: 'Con un motivo…',
    this: 'Deshacer este cambio',
    back: 'Volver a esta versión',
    bring: 'Recuperar',
    bringArtist: 'Recuperar a su artista',
    bringAlbum: 'Recuperar su disco',
    bringFirst: 'Lo que se borró junto con él vuelve con él.',
    titleThis: 'Deshacer un cambio',
    titleBack: 'Volver a una versión',
    leadThis: 'Lo que cambió en esta versión vuelve a como estaba. Lo demás no cambia.',
    leadBack: 'Todo vuelve a como estaba en esta versión. Se guarda como una versión nueva: el historial no pierde nada.',
    lost: 'Después se volvió a cambiar, así que no se puede deshacer solo este cambio. Podés editarlo a mano, o volver a una versión anterior.',
  },
  hide: {
    title: 'Ocultar un cambio',
    lead: 'Lo oculto lo ven solo los editores, en el historial. También se oculta lo demás que ese mismo envío le cambió al artista.',
    label: 'Qué hacer',
    comment: 'Ocultar el comentario',
    all: 'Ocultar el cambio',
    none: 'Volver a mostrar',
    button: 'Guardar',
  },
  redact: {
    link: 'Suprimir algo…',
    title: (version) => `Suprimir algo de la versión ${version}`,
    lead: 'Se borra de todas las versiones que lo tienen, y no se puede deshacer. Lo que la ficha tiene ahora no se ofrece: primero cambialo, o borrá la ficha.',
    nothing: 'La ficha tiene ahora todo lo que queda de esta versión.',
    labels: { hide: 'Qué se borra', reason: 'Por qué', note: 'Nota pública', sure: 'Confirmación' },
    said: { comment: 'Comentario', source: 'Fuente del cambio' },
    all: 'Todo lo de arriba',
    reason: 'Solo lo puede ver quien opera el sitio.',
    note: 'Queda en el historial y la puede ver cualquiera. No repitas lo que se borra.',
    sure: 'Entiendo que nadie va a poder recuperar lo borrado.',
    button: 'Borrar para siempre',
  },
  account: {
    title: (account) => `Cambios de la cuenta ${account}`,
    own: 'Tus cambios',
    lead: 'Los más nuevos primero.',
    undo: 'Deshacer sus cambios',
    undoOwn: 'Deshacer mis cambios',
    undoTitle: (account) => `Deshacer los cambios de la cuenta ${account}`,
    undoLead:
      'Lo que agregó se borra, lo que borró vuelve, lo que cambió vuelve a como estaba. Lo que otros cambiaron después queda como está.',
    since: 'Desde',
    until: 'Hasta',
    untilHint: 'Si queda vacío, hasta ahora.',
    time: 'Las horas son en UTC',
    look: 'Ver qué se desharía',
    run: 'Deshacer todo esto',
    more: 'Seguir con el resto',
    span: (since, until) => `Del ${since} al ${until} (UTC).`,
    otherSpan: 'Otro período',
    suspend: 'Suspender la cuenta',
    planned: (count) => (count === 1 ? 'Se desharían los cambios en una ficha' : `Se desharían los cambios en ${count} fichas`),
    done: (count) => (count === 1 ? 'Se deshicieron los cambios en una ficha' : `Se deshicieron los cambios en ${count} fichas`),
    nothing: 'No hay nada para deshacer en ese período.',
    left: (count) => (count === 1 ? 'Uno queda como está' : `${count} quedan como están`),
    rest: 'Hay más: se muestran de a 500.',
    actions: {
      update: (name) => (name ? `vuelve a “${name}”` : 'vuelve a como estaba'),
      restore: () => 'vuelve al catálogo',
      delete: () => 'se borra',
    },
    reasons: {
      'changed-since': 'otros lo cambiaron después',
      'artist-deleted': 'su artista está borrado',
      'album-deleted': 'su disco está borrado',
      'has-albums': 'quedan discos suyos',
      'has-records': 'quedan datos suyos',
      'identifier-taken': 'otro tiene ese identificador',
      redacted: 'algo de su versión anterior fue suprimido o está oculto',
    },
  },
  cancel: 'Cancelar',
};

const en: FormTexts = {
  kinds: kindTexts.en,
  reason: {
    title: 'About this change',
    comment: { label: 'Why', hint: 'Everyone can see it in the history.' },
    source: { label: 'Source', hint: 'A link that backs this up.' },
  },
  optional: 'optional',
  further: 'More',
  choose: 'Choose…',
  yesOrNo: { '': 'Not known', yes: 'Yes', no: 'No' },
  add: {
    link: 'Add an artist',
    title: 'Add an artist',
    lead: 'A name is enough; the rest can be added later.',
    button: 'Add',
  },
  rows: {
    link: 'Add or correct',
    hint: 'Empty rows are ignored.',
    more: 'More rows',
    before: (added) => `${['Nothing was', '1 was'][added] ?? `${added} were`} added. What is below is not added yet.`,
    there: 'Already there',
  },
  edit: {
    link: 'Edit',
    title: (name) => `Edit ${name}`,
    button: 'Save',
    gone: 'While you were writing, someone deleted it. What you wrote is still here, in case you need it.',
  },
  remove: {
    link: 'Delete',
    title: (name) => `Delete ${name}`,
    lead: (albums) =>
      `${['It leaves the catalogue', 'This also deletes their album'][albums] ?? `This also deletes their ${albums} albums`}. You can restore it from its history.`,
    button: 'Delete',
  },
  duplicates: {
    title: 'Is it one of these?',
    lead: 'There are artists with almost the same name. If yours is none of these, add it.',
    button: 'It is a different one: add it anyway',
    albums: { title: 'Is it this one?', lead: 'The artist has an album of that name already. If yours is another, add it.' },
  },
  clash: {
    title: 'Someone else edited this too',
    lead: 'While you were writing, someone else saved changes. We merged what did not clash; choose where both of you changed the same text. Your version is in the fields, and you can edit it before you save.',
    now: 'Now it says',
    changed: 'What changed',
    mine: 'Keep mine',
    theirs: 'Keep theirs',
    taken: 'Someone else changed this while you were writing; the field already shows it.',
    button: 'Save my choices',
    choose: 'Choose which one to keep.',
  },
  undo: {
    link: 'With a reason…',
    this: 'Undo this change',
    back: 'Go back to this version',
    bring: 'Restore',
    bringArtist: 'Restore its artist',
    bringAlbum: 'Restore its album',
    bringFirst: 'What was deleted with it comes back with it.',
    titleThis: 'Undo a change',
    titleBack: 'Go back to a version',
    leadThis: 'What changed in this version goes back to how it was. Nothing else changes.',
    leadBack: 'Everything goes back to how it was in this version. It is saved as a new version: the history loses nothing.',
    lost: "This was changed again later, so it can't be undone on its own. Edit it by hand, or go back to an earlier version.",
  },
  hide: {
    title: 'Hide a change',
    lead: 'Only editors see what is hidden, in the history. What else the same request changed of the artist is hidden with it.',
    label: 'What to do',
    comment: 'Hide the comment',
    all: 'Hide the change',
    none: 'Show again',
    button: 'Save',
  },
  redact: {
    link: 'Redact…',
    title: (version) => `Redact version ${version}`,
    lead: 'It is erased from all versions that have it, and this cannot be undone. What the record holds now is not offered: change that first, or delete the record.',
    nothing: 'The record holds now all that is left of this version.',
    labels: { hide: 'What to erase', reason: 'Why', note: 'Public note', sure: 'Confirmation' },
    said: { comment: 'Comment', source: 'Source of the change' },
    all: 'All of the above',
    reason: 'Only the operator of this site can see it.',
    note: 'Everyone can see it in the history. Do not repeat what is erased.',
    sure: 'I understand that nobody can bring back what is erased.',
    button: 'Erase for ever',
  },
  account: {
    title: (account) => `Changes by account ${account}`,
    own: 'Your changes',
    lead: 'Newest first.',
    undo: 'Undo its changes',
    undoOwn: 'Undo my changes',
    undoTitle: (account) => `Undo the changes by account ${account}`,
    undoLead:
      'What it added is deleted, what it deleted comes back, what it changed goes back to how it was. What others changed since is left as it is.',
    since: 'From',
    until: 'To',
    untilHint: 'If empty, up to now.',
    time: 'Times are in UTC',
    look: 'See what would be undone',
    run: 'Undo all of this',
    more: 'Go on with the rest',
    span: (since, until) => `From ${since} to ${until} (UTC).`,
    otherSpan: 'Another period',
    suspend: 'Suspend the account',
    planned: (count) => (count === 1 ? 'Changes to one entry would be undone' : `Changes to ${count} entries would be undone`),
    done: (count) => (count === 1 ? 'Changes to one entry were undone' : `Changes to ${count} entries were undone`),
    nothing: 'There is nothing to undo in that period.',
    left: (count) => (count === 1 ? 'One is left as it is' : `${count} are left as they are`),
    rest: 'There are more; 500 are shown at a time.',
    actions: {
      update: (name) => (name ? `restored to “${name}”` : 'goes back to how it was'),
      restore: () => 'comes back',
      delete: () => 'is deleted',
    },
    reasons: {
      'changed-since': 'others changed it since',
      'artist-deleted': 'its artist is deleted',
      'album-deleted': 'its album is deleted',
      'has-albums': 'it has albums that stay',
      'has-records': 'it has records that stay',
      'identifier-taken': 'another has its identifier',
      redacted: 'something of its earlier version was redacted or is hidden',
    },
  },
  cancel: 'Cancel',
};

export const formTexts: Record<Language, FormTexts> = { es, en };
