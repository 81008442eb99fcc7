import type { LeftReason } from '../../model/undo.ts';
import { inLanguages, type Pairs } from './inLanguages.ts';
import { kindTexts } from './kinds.ts';

/** Forms of the catalogue. */
export const formTexts = inLanguages({
  kinds: [kindTexts.es, kindTexts.en],
  reason: {
    title: ['Sobre este cambio', 'About this change'],
    comment: {
      label: ['Por qué', 'Why'],
      hint: ['Queda en el historial y lo puede ver cualquiera.', 'Everyone can see it in the history.'],
    },
    source: { label: ['Fuente', 'Source'], hint: ['Un enlace que lo respalde.', 'A link that backs this up.'] },
  },
  optional: ['opcional', 'optional'],
  /** The heading of fields that few people fill in. */
  further: ['Más', 'More'],
  /** The empty option of a choice. */
  choose: ['Elegí…', 'Choose…'],
  yesOrNo: { '': ['No se sabe', 'Not known'], yes: ['Sí', 'Yes'], no: ['No', 'No'] },
  add: {
    title: ['Agregar un artista', 'Add an artist'],
    lead: ['Con el nombre alcanza; el resto se puede completar después.', 'A name is enough; the rest can be added later.'],
    button: ['Agregar', 'Add'],
  },
  rows: {
    link: ['Agregar o corregir', 'Add or correct'],
    hint: ['Las filas vacías se ignoran.', 'Empty rows are ignored.'],
    more: ['Más filas', 'More rows'],
    before: [
      (added: number) => `${['Todavía no se agregó nada', 'Se agregó 1'][added] ?? `Se agregaron ${added}`}. Falta lo de abajo.`,
      (added: number) => `${['Nothing was', '1 was'][added] ?? `${added} were`} added. What is below is not added yet.`,
    ],
    there: ['Ya están', 'Already there'],
  },
  edit: {
    link: ['Editar', 'Edit'],
    title: [(name: string) => `Editar ${name}`, (name: string) => `Edit ${name}`],
    button: ['Guardar', 'Save'],
    gone: [
      'Mientras escribías, alguien lo borró. Lo que escribiste sigue acá, por si lo necesitás.',
      'While you were writing, someone deleted it. What you wrote is still here, in case you need it.',
    ],
  },
  remove: {
    title: [(name: string) => `Borrar ${name}`, (name: string) => `Delete ${name}`],
    /** @param albums of the artist, which are deleted too */
    lead: [
      (albums: number) =>
        `${['Se borra del catálogo', 'Se borra junto con su disco'][albums] ?? `Se borra junto con sus ${albums} discos`}. Podés recuperarlo desde su historial.`,
      (albums: number) =>
        `${['It leaves the catalogue', 'This also deletes their album'][albums] ?? `This also deletes their ${albums} albums`}. You can restore it from its history.`,
    ],
    button: ['Borrar', 'Delete'],
  },
  duplicates: {
    title: ['¿No será alguno de estos?', 'Is it one of these?'],
    lead: [
      'Ya hay artistas con un nombre muy parecido. Si no es ninguno de estos, agregalo.',
      'There are artists with almost the same name. If yours is none of these, add it.',
    ],
    button: ['Es otro: agregarlo igual', 'It is a different one: add it anyway'],
    albums: {
      title: ['¿No será este?', 'Is it this one?'],
      lead: [
        'El artista ya tiene un disco con ese nombre. Si el tuyo es otro, agregalo.',
        'The artist has an album of that name already. If yours is another, add it.',
      ],
    },
  },
  clash: {
    title: ['Otra persona cambió lo mismo que vos', 'Someone else edited this too'],
    lead: [
      'Mientras escribías, otra persona guardó cambios. Ya combinamos lo que no choca; elegí en lo que está marcado. Lo tuyo está en los campos, y podés retocarlo antes de guardar.',
      'While you were writing, someone else saved changes. We merged what did not clash; choose where both of you changed the same text. Your version is in the fields, and you can edit it before you save.',
    ],
    now: ['Ahora dice', 'Now it says'],
    changed: ['Qué cambió', 'What changed'],
    mine: ['Dejar lo mío', 'Keep mine'],
    theirs: ['Dejar lo que está ahora', 'Keep theirs'],
    taken: [
      'Otra persona cambió esto mientras escribías; el campo ya lo muestra.',
      'Someone else changed this while you were writing; the field already shows it.',
    ],
    button: ['Guardar lo elegido', 'Save my choices'],
    choose: ['Elegí cuál dejar.', 'Choose which one to keep.'],
  },
  undo: {
    link: ['Con un motivo…', 'With a reason…'],
    this: ['Deshacer este cambio', 'Undo this change'],
    back: ['Volver a esta versión', 'Go back to this version'],
    restore: ['Recuperar', 'Restore'],
    restoreArtist: ['Recuperar a su artista', 'Restore its artist'],
    restoreAlbum: ['Recuperar su disco', 'Restore its album'],
    restoredTogether: ['Lo que se borró junto con él vuelve con él.', 'What was deleted with it comes back with it.'],
    titleThis: ['Deshacer un cambio', 'Undo a change'],
    titleBack: ['Volver a una versión', 'Go back to a version'],
    leadThis: [
      'Lo que cambió en esta versión vuelve a como estaba. Lo demás no cambia.',
      'What changed in this version goes back to how it was. Nothing else changes.',
    ],
    leadBack: [
      'Todo vuelve a como estaba en esta versión. Se guarda como una versión nueva: el historial no pierde nada.',
      'Everything goes back to how it was in this version. It is saved as a new version: the history loses nothing.',
    ],
  },
  hide: {
    title: ['Ocultar un cambio', 'Hide a change'],
    lead: [
      'Los editores siguen viendo en el historial lo que está oculto; los demás, no. También se oculta todo lo que el mismo envío cambió en ese artista.',
      'Editors still see in the history what is hidden; others do not. Anything else that the same request changed on this artist is hidden too.',
    ],
    label: ['Qué hacer', 'What to do'],
    /** `comment`, `all`, `none`: the choices. */
    comment: ['Ocultar el comentario', 'Hide the comment'],
    all: ['Ocultar el cambio', 'Hide the change'],
    none: ['Volver a mostrar', 'Show again'],
    button: ['Guardar', 'Save'],
  },
  redact: {
    link: ['Suprimir algo…', 'Redact…'],
    title: [(version: bigint) => `Suprimir algo de la versión ${version}`, (version: bigint) => `Redact version ${version}`],
    lead: [
      'Lo que elijas se borra de todas las versiones que lo tienen, y no se puede deshacer. Lo que la ficha tiene ahora no se ofrece: primero cambialo, o borrá la ficha.',
      'What you choose is erased from all versions that have it, and this cannot be undone. What the record has now is not offered: change that first, or delete the record.',
    ],
    nothing: [
      'No hay nada para borrar: la ficha actual tiene todo lo que queda de esta versión.',
      'There is nothing to erase: the current record has everything that is left of this version.',
    ],
    labels: {
      hide: ['Qué se borra', 'What to erase'],
      reason: ['Por qué', 'Why'],
      note: ['Nota pública', 'Public note'],
      sure: ['Confirmación', 'Confirmation'],
    },
    said: { comment: ['Comentario', 'Comment'], source: ['Fuente del cambio', 'Source of the change'] },
    all: ['Todo lo de arriba', 'All of the above'],
    /** `reason`, `note`: hints of these fields. */
    reason: ['Solo lo puede ver quien opera el sitio.', 'Only the operator of this site can see it.'],
    note: [
      'Queda en el historial y la puede ver cualquiera. No repitas lo que se borra.',
      'Everyone can see it in the history. Do not repeat what is erased.',
    ],
    sure: ['Entiendo que nadie va a poder recuperar lo borrado.', 'I understand that nobody can bring back what is erased.'],
    button: ['Borrar para siempre', 'Erase forever'],
  },
  account: {
    title: [(account: bigint) => `Cambios de la cuenta ${account}`, (account: bigint) => `Changes by account ${account}`],
    own: ['Tus cambios', 'Your changes'],
    lead: ['Los más nuevos primero.', 'Newest first.'],
    undo: ['Deshacer sus cambios', 'Undo its changes'],
    undoOwn: ['Deshacer mis cambios', 'Undo my changes'],
    undoTitle: [
      (account: bigint) => `Deshacer los cambios de la cuenta ${account}`,
      (account: bigint) => `Undo the changes by account ${account}`,
    ],
    undoLead: [
      'Lo que agregó se borra, lo que borró vuelve, lo que cambió vuelve a como estaba. Lo que otros cambiaron después queda como está.',
      'What it added is deleted, what it deleted comes back, what it changed goes back to how it was. What others changed since is left as it is.',
    ],
    since: ['Desde', 'From'],
    until: ['Hasta', 'To'],
    untilHint: ['Si queda vacío, hasta ahora.', 'If empty, up to now.'],
    time: ['Las horas son en UTC', 'Times are in UTC'],
    look: ['Ver qué se desharía', 'See what would be undone'],
    run: ['Deshacer todo esto', 'Undo all of this'],
    more: ['Seguir con el resto', 'Go on with the rest'],
    /** @param since in UTC @param until in UTC */
    span: [
      (since: string, until: string) => `Del ${since} al ${until} (UTC).`,
      (since: string, until: string) => `From ${since} to ${until} (UTC).`,
    ],
    otherSpan: ['Otro período', 'Another period'],
    suspend: ['Suspender la cuenta', 'Suspend the account'],
    planned: [
      (count: number) => (count === 1 ? 'Se desharían los cambios en una ficha' : `Se desharían los cambios en ${count} fichas`),
      (count: number) => (count === 1 ? 'Changes to one entry would be undone' : `Changes to ${count} entries would be undone`),
    ],
    done: [
      (count: number) => (count === 1 ? 'Se deshicieron los cambios en una ficha' : `Se deshicieron los cambios en ${count} fichas`),
      (count: number) => (count === 1 ? 'Changes to one entry were undone' : `Changes to ${count} entries were undone`),
    ],
    nothing: ['No hay nada para deshacer en ese período.', 'There is nothing to undo in that period.'],
    left: [
      (count: number) => (count === 1 ? 'Uno queda como está' : `${count} quedan como están`),
      (count: number) => (count === 1 ? 'One is left as it is' : `${count} are left as they are`),
    ],
    rest: ['Hay más: se muestran de a 500.', 'There are more; 500 are shown at a time.'],
    /** @param name after the change; "" if the change is listed member by member */
    actions: {
      update: [
        (name: string) => (name ? `vuelve a “${name}”` : 'vuelve a como estaba'),
        (name: string) => (name ? `restored to “${name}”` : 'goes back to how it was'),
      ],
      restore: [(_name: string) => 'vuelve al catálogo', () => 'comes back'],
      delete: [(_name: string) => 'se borra', () => 'is deleted'],
    },
    reasons: {
      'changed-since': ['otros lo cambiaron después', 'others changed it since'],
      'artist-deleted': ['su artista está borrado', 'its artist is deleted'],
      'album-deleted': ['su disco está borrado', 'its album is deleted'],
      'has-albums': ['quedan discos suyos', 'it has albums that stay'],
      'has-records': ['quedan datos suyos', 'it has records that stay'],
      'identifier-taken': ['otro tiene ese identificador', 'another has its identifier'],
      redacted: ['algo de su versión anterior fue suprimido o está oculto', 'something of its earlier version was redacted or is hidden'],
    } satisfies Pairs<Record<LeftReason, string>>,
  },
  cancel: ['Cancelar', 'Cancel'],
});

export type FormTexts = (typeof formTexts)['es'];
