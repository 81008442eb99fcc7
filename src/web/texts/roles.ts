import { type MemberRole, memberRoles } from '../../model/membership.ts';

export const rolesInSpanish: Record<MemberRole, string> = {
  vocals: 'voz',
  'lead vocals': 'voz principal',
  guitar: 'guitarra',
  bass: 'bajo',
  drums: 'batería',
  keyboards: 'teclados',
  percussion: 'percusión',
  saxophone: 'saxo',
  trumpet: 'trompeta',
  violin: 'violín',
  harmonica: 'armónica',
  accordion: 'acordeón',
  programming: 'programación',
  turntables: 'bandejas',
  other: 'otro',
};

export const rolesInEnglish = Object.fromEntries(memberRoles.map((role) => [role, role])) as Record<MemberRole, string>;
