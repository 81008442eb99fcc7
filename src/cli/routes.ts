import { Command } from 'commander';
import type { Route } from '../http/route.ts';
import { rights } from '../model/actor.ts';
import { type Column, jsonOption, sayListing } from './listing.ts';

export function routesCommand(): Command {
  return new Command('routes')
    .description('List the operations of the API: method, path, the role and the scope that each needs, and its name.')
    .option(...jsonOption)
    .action(async ({ json }: { json?: boolean }) => {
      // Imported only here: other commands start in half the time without the API.
      const { apiRoutes } = await import('../api/routes.ts');
      // The least length of passwords does not matter: it is in request bodies, which are not listed.
      sayListing(apiRoutes(0), columns, json);
    });
}

const columns: Record<string, Column<Route>> = {
  method: { heading: 'METHOD', value: ({ method }) => method.toUpperCase() },
  path: { heading: 'PATH', value: ({ path }) => path },
  role: { heading: 'ROLE', value: roleOf },
  scope: { heading: 'SCOPE', value: ({ needs }) => (needs ? rights[needs].scope : null) },
  operation: { heading: 'OPERATION', value: ({ operation }) => operation },
};

/** `anyone (editor)`: anyone may call it, and only editors see all of the answer. */
function roleOf({ needs, mayNeed }: Route): string {
  if (needs) return rights[needs].role;
  return mayNeed ? `anyone (${rights[mayNeed].role})` : 'anyone';
}
