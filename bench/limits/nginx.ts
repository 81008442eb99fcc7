import { join } from 'node:path';
import type { KeptAnswer } from './memory.ts';

export const hasNginx = Bun.which('nginx') !== null;

/** Makes a folder from which nginx gives one answer to everything. @returns the command that starts it */
export async function configure(folder: string, port: number, { body, headers }: KeptAnswer): Promise<string[]> {
  await Bun.write(join(folder, 'answer.json'), body);
  await Bun.write(join(folder, 'nginx.conf'), configuration(folder, port, headers));
  return ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', '/dev/null'];
}

function configuration(folder: string, port: number, headers: Record<string, string>): string {
  const { 'content-type': type = 'application/json', etag: _, 'last-modified': __, ...others } = headers;
  const added = Object.entries(others).map(([name, value]) => `add_header ${name} '${value}';`);
  return `daemon off; pid ${folder}/pid; worker_processes 1; user root;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000000; default_type '${type}';
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  open_file_cache max=10; sendfile on;
  server {
    listen 127.0.0.1:${port};
    location / { root ${folder}; rewrite ^ /answer.json break; ${added.join(' ')} }
  }
}
`;
}
