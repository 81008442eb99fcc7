import { z } from 'zod';
import { pageReply, readPage } from '../http/page.ts';
import { route } from '../http/route.ts';
import { alias } from '../model/alias.ts';
import { after } from '../model/awaitable.ts';
import { id, idText } from '../model/int64.ts';
import { membership } from '../model/membership.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { reads } from '../operations/reads.ts';
import { aliasOperations, membershipOperations } from '../operations/registered.ts';
import { factRoutes } from './fact.ts';
import { fill } from './path.ts';

const bandsPath = '/api/v1/artists/{artistId}/bands';

const bandsRoute = route({
  operation: 'listBandsOf',
  method: 'get',
  path: bandsPath,
  params: z.strictObject({ artistId: idText }),
  tag: 'Members',
  summary: 'List the groups that an artist was a member of',
  description: 'Their memberships, ordered by id: the same records as those of `members`, each with its group.',
  query: pageQuery,
  conditions: ['If-None-Match'],
  success: {
    status: 200,
    description: 'One page of memberships',
    schema: pageOf('MembershipOfPage', membershipOf()),
    headers: ['ETag', 'Link'],
  },
  problems: ['invalid-input', 'not-found'],
  handle({ params, query, headers, caller, cached }, { store, config }) {
    const look = () => readPage(store, reads.listBandsOf, { ...params, ...query }, caller);
    return cached(() => after(look(), (slice) => pageReply(slice, query, fill(bandsPath, params), config.prefix, headers)));
  },
});

/** A membership as its person sees it. */
function membershipOf() {
  const group = id.meta({ description: 'The artist that it is a membership of', example: 1003 });
  return (membership.shown as unknown as z.ZodObject).extend({ group }).meta({ id: 'MembershipOf' });
}

export const factsRoutes = [
  ...factRoutes({
    type: membership,
    tag: 'Members',
    segment: 'members',
    one: 'a membership',
    operations: membershipOperations,
    list: 'listMembers',
  }),
  bandsRoute,
  ...factRoutes({
    type: alias,
    tag: 'Aliases',
    segment: 'aliases',
    one: 'an alias',
    operations: aliasOperations,
    list: 'listAliases',
  }),
];
