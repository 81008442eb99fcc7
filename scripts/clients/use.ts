import createClient from 'openapi-fetch';
import type { paths } from './rockola.ts';

const { ROCKOLA_URL: baseUrl = '', ROCKOLA_KEY = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': ROCKOLA_KEY } });

const added = await client.POST('/api/v1/artists', { body: { id: 77, name: 'TypeScript', description: '', image: '', band: '' } });
const name: string | undefined = added.data?.name;
if (added.response.status !== 201 || name !== 'TypeScript') throw new Error(`not added: ${JSON.stringify(added.error)}`);
const read = await client.GET('/api/v1/artists/{artistId}', { params: { path: { artistId: 77 } } });
if (!read.data || !('name' in read.data) || read.data.name !== 'TypeScript') throw new Error(`not read: ${JSON.stringify(read.error)}`);
const missing = await client.GET('/api/v1/artists/{artistId}', { params: { path: { artistId: 7 } } });
if (missing.response.status !== 404 || missing.error?.status !== 404) throw new Error('a missing artist is not 404');
