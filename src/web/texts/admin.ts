import { inLanguages, type Pairs } from './inLanguages.ts';

export const adminTexts = inLanguages({
  admin: {
    accounts: ['Cuentas', 'Accounts'],
    store: ['Base de datos', 'Database'],
    of: ['de', 'of'],
    mail: ['Correos por mandar', 'E-mails to send'],
    mailLabelOff: ['Correo', 'Outgoing mail'],
    mailOff: ['desactivado', 'off'],
    since: [(when: string) => `desde el ${when}`, (when: string) => `since ${when}`],
    backup: {
      label: ['Última copia de seguridad', 'Last backup'],
      age: [
        (days: number) => (days === 0 ? 'hace menos de un día' : days === 1 ? 'hace un día' : `hace ${days} días`),
        (days: number) => (days === 0 ? 'less than a day ago' : days === 1 ? 'a day ago' : `${days} days ago`),
      ],
      none: ['ninguna', 'none'],
      failed: [(when: string) => `una falló el ${when}`, (when: string) => `one failed on ${when}`],
      ofDatabase: ['las hace PostgreSQL', 'done by PostgreSQL'],
    },
    version: ['Versión', 'Version'],
    unknown: ['todavía no se midió', 'not measured yet'],
    more: [
      'Las copias de seguridad, el registro y los ajustes se manejan desde la línea de comandos: `rockola --help`',
      'Backups, the log and settings are managed from the command line: `rockola --help`',
    ],
    search: ['Nombre o correo', 'Name or e-mail'],
    none: ['No encontramos ninguna cuenta.', 'No accounts found.'],
    number: ['Número', 'Number'],
    changes: ['Cambios de esta cuenta', 'Changes by this account'],
    own: [
      'Es tu propia cuenta: su rol solo lo puede cambiar otro administrador.',
      'This is your own account: only another administrator can change its role.',
    ],
    labels: { role: ['Rol', 'Role'], suspended: ['Estado', 'Status'], sure: ['Eliminar la cuenta', 'Delete the account'] },
    suspension: {
      false: ['Activa', 'Active'],
      true: ['Suspendida: no puede entrar ni cambiar nada', 'Suspended: cannot sign in or change anything'],
    },
    isSuspended: ['suspendida', 'suspended'],
    save: ['Guardar', 'Save'],
    sure: ['Sí, para siempre. Lo que agregó al catálogo queda.', 'Yes, forever. What it added to the catalogue stays.'],
    remove: ['Eliminar', 'Delete'],
  },
  jobs: {
    lead: [
      'Las tareas largas siguen solas, también después de un reinicio. Siete días después de terminar desaparecen de esta lista.',
      'Long jobs go on by themselves, even after a restart. They leave this list seven days after they end.',
    ],
    none: ['No hay tareas.', 'There are no jobs.'],
    account: ['cuenta', 'account'],
    cancel: ['Cancelar', 'Cancel'],
    progress: [
      (done: number, total: number | null) => (total === null ? `${done} hechos` : `${done} de ${total}`),
      (done: number, total: number | null) => (total === null ? `${done} done` : `${done} of ${total}`),
    ],
    kinds: { dump: ['Volcado', 'Dump'], import: ['Importación', 'Import'] } as Pairs<Record<string, string>>,
    states: {
      receiving: ['recibiendo', 'receiving'],
      queued: ['en espera', 'waiting'],
      running: ['en curso', 'running'],
      done: ['terminada', 'done'],
      failed: ['falló', 'failed'],
      cancelled: ['cancelada', 'cancelled'],
    },
  },
});
